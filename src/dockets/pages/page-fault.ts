/**
 * A page that is recognised for what it is and cannot be read as that: the court has changed its markup, or the page was
 * cut short. Nothing of it may be used.
 */
export class PageFault extends Error {
  /** What the page is. */
  readonly page: string;

  constructor(page: string, message: string) {
    super(`${page}: ${message}`);
    this.name = "PageFault";
    this.page = page;
  }
}
