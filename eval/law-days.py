"""
Judges what the server tells of random sections on random days by a reading of the publishers' files of its own: the D.C.
Code in XML, the HTML of Public.Resource.Org, titles of the United States Code in USLM. It shares no code with the
program; the standard library is all it needs.

    python3 eval/law-days.py http://localhost:8080 KEY DIRECTORY [CASES]

DIRECTORY holds what was imported: `dc/<day>/us/…`, `cic/<state>/<release>/*.html`, `us/*.xml`. The key needs full
historical access. A case is right when the words are those of the file, character by character but for space and
punctuation, or when nothing is told to be law where nothing is; and when the answer says until when it was checked.
"""

import glob
import html
import json
import os
import random
import re
import sys
import urllib.error
import urllib.request
import xml.etree.ElementTree as ET

SERVER, KEY, ROOT = sys.argv[1:4]
CASES = int(sys.argv[4]) if len(sys.argv) > 4 else 400
DAY = re.compile(r"\d{4}-\d\d-\d\d$")
MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
random.seed(20261128)


def ask(citation, day):
    body = json.dumps({"citation": citation, "as_of": day}).encode()
    headers = {"authorization": "Bearer " + KEY, "content-type": "application/json"}
    request = urllib.request.Request(SERVER + "/v1/laws/get", body, headers)
    try:
        answer = json.load(urllib.request.urlopen(request, timeout=120))
    except urllib.error.HTTPError as error:
        answer = json.loads(error.read())
    if answer.get("status") not in ("found", "not_found", "ambiguous") and answer.get("code") != "not_found":
        raise SystemExit("the server does not answer: %s" % answer)
    return answer


def letters(text):
    return "".join(re.findall(r"[^\W_]", text.lower()))


def words_of(markup, with_numbers=True):
    """Of HTML; the program writes the numbers of lists, which the files of `cic` do not have."""
    if not with_numbers:
        markup = re.sub(r'<span class="enum">.*?</span>', " ", markup, flags=re.S)
    return html.unescape(re.sub(r"<[^>]*>", " ", markup))


def name_of(element):
    return element.tag.split("}")[-1]


def all_text(element):
    return "".join(element.itertext())


class DcSection:
    def __init__(self, path):
        root = ET.parse(path).getroot()
        self.notes, self.pieces = set(), []
        self._walk(root, True)
        for text in root.iter():
            if name_of(text) == "text" and all_text(text).strip().startswith("*NOTE"):
                self.notes.add(" ".join(all_text(text).split()))
        named = {name_of(child): all_text(child).strip() for child in root}
        self.number = named["num"].strip("[]")
        self.reason = named.get("reason", "")
        self.words = letters(" ".join(self.pieces))
        history = [one for top in root if name_of(top) == "annotations" for one in top if one.get("type") == "History"]
        stated = [one.get("app") or one.get("eff") or "" for one in history]
        self.days = [day for day in stated if DAY.match(day)]

    def _walk(self, element, is_top):
        for child in element:
            is_order = child.tag.split("}")[0].rstrip("/").endswith(("codify", "codified"))
            is_name = is_top and name_of(child) in ("num", "heading", "reason")
            is_note = name_of(child) in ("text", "para", "aftertext") and all_text(child).strip().startswith("*NOTE")
            if is_note:
                self.notes.add(" ".join(all_text(child).split()))
            elif not is_order and not is_name and name_of(child) != "annotations":
                self.pieces.append(child.text or "")
                self._walk(child, False)
            self.pieces.append(child.tail or "")

    def has_lapsed(self, day):
        for note in self.notes:
            if re.search(r"paragraph|subsection|contains provisions", note, re.I):
                continue
            if not re.search(r"section (was (created|added)|will expire|shall expire)", note, re.I):
                continue
            for month, date, year in re.findall(r"(?:will|shall) expire on ([A-Z][a-z]+) (\d{1,2}), (\d{4})", note):
                at = MONTHS.index(month[:3].lower()) + 1
                if "%s-%02d-%02d" % (year, at, int(date)) <= day:
                    return True
        return False


def dc_chains():
    """By file, what each edition has of it; None where it is gone."""
    chains = {}
    for edition in sorted(os.listdir(ROOT + "/dc")):
        listed = os.path.join(ROOT, "dc", edition, "deleted.txt")
        gone = {os.path.basename(line.strip()) for line in open(listed)} if os.path.exists(listed) else set()
        for path in glob.glob(os.path.join(ROOT, "dc", edition, "us/dc/council/code/titles/**/*.xml"), recursive=True):
            name = os.path.basename(path)
            if name != "index.xml":
                chains.setdefault(name, []).append((edition, DcSection(path)))
                gone.discard(name)
        for name in gone & chains.keys():
            chains[name].append((edition, None))
    return chains


def dc_text_on(chain, day):
    """A text begins on the day of its last act, where no text before states that day or a later one; else with its edition."""
    begun, latest, before = None, "", None
    for edition, section in chain:
        if section is None:
            start = edition
        elif before and (section.words, section.reason) == (before.words, before.reason):
            continue
        else:
            act = max([one for one in section.days if one <= edition], default="")
            start = act if act > latest else edition
            latest = max(latest, act)
        before = section
        if start <= day:
            begun = section
    return begun


def dc_cases(count):
    chains = dc_chains()
    odd = [n for n, chain in chains.items() if any(s and ("Perm" in s.number or s.reason or s.notes) for _, s in chain)]
    changed = [name for name, chain in chains.items() if len(chain) > 1 and name not in odd]
    plain = [name for name in chains if name not in odd and name not in changed]
    days = sorted(os.listdir(ROOT + "/dc")) + ["2022-01-01", "2022-09-01", "2023-03-15", "2024-03-01", "2026-11-27"]
    for group, share in ((odd, 0.5), (changed, 0.3), (plain, 0.2)):
        for name in random.sample(sorted(group), min(len(group), round(count * share))):
            day = random.choice(days)
            section = dc_text_on(chains[name], day)
            number = next(one.number for _, one in chains[name] if one)
            is_law = section and not section.reason and "Perm" not in number and not section.has_lapsed(day)
            yield "dc", "D.C. Code § " + number, day, section.words if is_law else None


CIC = {"wy": "Wyo. Stat. § ", "ky": "Ky. Rev. Stat. § ", "va": "Va. Code § "}
GONE = r"^\W*(amended and )?(repealed|reserved|renumbered|expired|transferred|superseded)|\[(repealed|reserved|expired|renumbered|transferred)"


def cic_sections(page):
    found = {}
    for part in re.split(r"<h3\b", page[page.index("<main") :])[1:]:
        head, _, rest = part.partition("</h3>")
        head = " ".join(words_of(head[head.index(">") + 1 :]).split())
        named = re.match(r"§?\s*([\d.:A-Za-z-]+?)\.?\s(.*)$", head)
        if named:
            rest = re.split(r"<h[1-6]\b|<div>\s*<h", rest)[0]
            notes = r"<p>\s*(?:<b>)?\s*(?:History\b|HISTORY)|<p>\s*<b>[^<]*(?:—|\.)\s*</b>\s*</p>"
            found.setdefault(named[1], []).append((named[2], letters(words_of(re.split(notes, rest)[0]))))
    return found


def cic_cases(count):
    titles = {}
    for path in sorted(glob.glob(ROOT + "/cic/*/*/gov.*.title.*.html")):
        if ".compact." in path:
            continue
        page = open(path, encoding="utf8").read()
        month = re.search(r"released\s(\d{4})\.(\d\d)", page)
        key = (path.split("/")[-3], os.path.basename(path))
        titles.setdefault(key, []).append(("%s-%s-01" % month.groups(), cic_sections(page)))
    drawn = []
    for (state, _), releases in titles.items():
        releases.sort(key=lambda release: release[0])
        for number in sorted({number for _, sections in releases for number in sections}):
            heads = [sections.get(number, []) for _, sections in releases]
            # Of sections with days in their headings the heading decides; those are read by hand.
            if all(len(one) < 2 for one in heads) and not re.search("effective", str([h for one in heads for h, _ in one]), re.I):
                drawn.append((state, number, releases))
    for state, number, releases in random.sample(drawn, min(len(drawn), count)):
        day = random.choice([release for release, _ in releases] + ["2019-01-01", "2021-07-15", "2022-08-01", "2026-11-27"])
        held = [sections for release, sections in releases if release <= day]
        (section,) = held[-1].get(number, [None]) if held else [None]
        is_law = section and not re.search(GONE, section[0], re.I)
        yield "cic", CIC[state] + number, day, section[1] if is_law else None


def usc_words(element, is_top=True):
    left_out = ("note", "notes", "sourceCredit", "toc") + (("num", "heading") if is_top else ())
    for child in element:
        if name_of(child) not in left_out:
            yield child.text or ""
            yield from usc_words(child, False)
        yield child.tail or ""


def usc_cases(count):
    sections = {}
    roots = [ET.parse(path).getroot() for path in glob.glob(ROOT + "/us/*.xml")]
    # Of a title in two editions the newer counts.
    for root in sorted(roots, key=lambda root: [one.text or "" for one in root.iter() if name_of(one) == "created"]):
        for element in root.iter():
            named = re.match(r"/us/usc/t(\w+)/s([\w-]+)$", element.get("identifier") or "")
            if name_of(element) == "section" and named:
                heading = "".join(all_text(child) for child in element if name_of(child) == "heading")
                is_gone = element.get("status") or re.match(r"\W*(repealed|omitted|transferred|renumbered)", heading, re.I)
                sections["%s U.S.C. § %s" % named.groups()] = None if is_gone else letters(" ".join(usc_words(element)))
    for citation in random.sample(sorted(sections), min(len(sections), count)):
        day = random.choice(["2001-01-01", "2020-01-01", "2024-05-09", "2026-11-27"])
        yield "usc", citation, day, sections[citation] if day > "2013" else None


CHECKED = ("not checked since", "checked through", "this is the law of", "expired")


def main():
    cases = [*dc_cases(round(CASES * 0.45)), *cic_cases(round(CASES * 0.3)), *usc_cases(round(CASES * 0.25))]
    if not cases:
        raise SystemExit("there is nothing to judge in " + ROOT)
    right, no_law, told_wrongly = 0, 0, 0
    for kind, citation, day, words in cases:
        answer = ask(citation, day)
        is_found = answer.get("status") == "found"
        text = letters(words_of((answer.get("document") or {}).get("html") or "", kind != "cic"))
        is_told = any(sign in (answer.get("message") or "") for sign in CHECKED)
        is_right = not is_found if words is None else is_found and text == words and is_told
        right += is_right
        no_law += words is None
        told_wrongly += words is None and is_found
        if not is_right:
            print(kind, citation, day, answer.get("status"), "expected", words and len(words), "has", len(text))
    print("%d of %d right; of %d that are no law %d are told as law" % (right, len(cases), no_law, told_wrongly))


main()
