/** `Although ⟦⟧ did not involve a lease ,`: what the clause that leads concedes is not what the sentence is for. */
const LEADING =
  /^ (?:(?:and|but|thus|so|moreover|nevertheless|still) (?:, )?)?(?:although|though|while|even though|even if|even assuming|it is (?:of course )?true(?: , of course ,)? that) [^,;:]*(?:, (?:(?:and|or|nor) [^,;:]*)?)?$/u;
/** `⟦⟧ is different , but the statute requires the same answer`: the difference makes none. */
const TURNED =
  /^[^;]*? (?:, |; |— )?(?:but|yet) (?:(?!not |no |nor )[^ ;]+ ){0,16}?(?:(?:the same|no different) (?:answer|result|conclusion|principle|rule|reasoning|considerations|analysis|logic|outcome)|equally|no less|likewise|(?:their|its|the|that|those) (?:rationales?|reasoning|logic|principles?|teachings?|language|analysis|conclusions?)(?: (?!not |no |nor )[^ ;]+){0,8} (?:support|apply|control|govern|compel|require|lead)s?) /u;
/** `At first blush`, `appears to`: said so that it can be taken back. */
const AT_FIRST = / (?:at first (?:blush|glance|sight)|superficially|seems?(?: \S+ly)? to|appears?(?: \S+ly)? to) /u;

/** `Not at issue in ⟦⟧ , and are not at issue here`. */
const NEITHER_HERE =
  /^ (?:, )?(?:(?:and|or) (?:it |they )?(?:is|are|was|were|do|does) not|nor (?:is|are|was|were|do|does) (?:it|they)) (?:[^ ;]+ ){0,6}?(?:here|now before us|in (?:this|the present) case|today) /u;

/** Whether what is said of a decision between these words is conceded, and the sentence goes on to say that it matters not. */
export function isOutweighed(before: string, after: string): boolean {
  return LEADING.test(before) || TURNED.test(after) || NEITHER_HERE.test(after);
}

export function isAtFirst(before: string): boolean {
  return AT_FIRST.test(before.slice(-60)) || /^ (?:“ )?at first (?:blush|glance|sight) /u.test(before);
}
