/** What an import in a process of its own prints when its code is loaded and before it does anything. */
export const BEGUN = "begun\n";
