// What the pages of the portal do more where scripts run; each works without.

/** A button on everything that is there to be copied. */
for (const block of document.querySelectorAll(".copyable")) addCopyButton(block);

function addCopyButton(block) {
  const text = block.querySelector("pre").textContent;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy: ${block.querySelector(".label").textContent}`);
  button.addEventListener("click", () => void copy(button, text));
  block.append(button);
}

async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

/** An answer to an application that wants it posted. */
document.querySelector("form.goes-on")?.submit();

/** Whoever signs out leaves no searches in this browser. */
for (const leaving of document.querySelectorAll('input[name="do"][value="sign-out"]'))
  leaving.form.addEventListener("submit", () => {
    try {
      localStorage.removeItem("onpoint-recent");
    } catch {
      // A browser that keeps nothing has nothing to leave.
    }
  });

/** Moments in the zone of whoever reads them; without scripts they are in UTC and say so. */
const inZone = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const zoneName = new Intl.DateTimeFormat("en-US", { timeZoneName: "short" });
for (const time of document.querySelectorAll("time[datetime*=T]")) {
  const moment = new Date(time.dateTime);
  const zone = zoneName.formatToParts(moment).find(({ type }) => type === "timeZoneName").value;
  time.title = time.textContent;
  time.textContent = `${inZone.format(moment)} ${zone}`;
}

/** A passkey: what the page asks for goes to the device, and what that answers into the form. */
const asked = document.querySelector("[data-passkey]");
if (asked !== null) offerPasskey(asked.closest("form"), JSON.parse(asked.dataset.passkey));

function offerPasskey(form, { wants, options }) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void presentPasskey(form, wants, options);
  });
  // Nothing is left to type on the page that asks for one.
  if (wants === "get") void presentPasskey(form, wants, options);
}

async function presentPasskey(form, wants, options) {
  const told = form.querySelector("[role=status]");
  told.textContent = "";
  try {
    const credential =
      wants === "create"
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
    form.elements.response.value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch (thrown) {
    told.textContent =
      thrown.name === "InvalidStateError"
        ? "This device already has a passkey of yours."
        : "No passkey was presented. Press the button to try again.";
  }
}

/** What went wrong is read first. */
document.getElementById("trouble")?.focus();

/** A call that is tried leaves the page and the key in it as they are. */
const call = document.querySelector("form.call");
call?.addEventListener("submit", (event) => {
  event.preventDefault();
  void makeCall();
});

async function makeCall() {
  const sent = new URLSearchParams(new FormData(call));
  const button = call.querySelector("button");
  button.disabled = true;
  try {
    const response = await fetch(call.action, { method: "POST", body: sent });
    const answer = new DOMParser().parseFromString(await response.text(), "text/html");
    if (answer.getElementById("trouble") !== null || answer.getElementById("outcome") === null) {
      call.submit();
      return;
    }
    const outcome = document.getElementById("outcome");
    outcome.replaceChildren(...answer.getElementById("outcome").childNodes);
    for (const block of outcome.querySelectorAll(".copyable")) addCopyButton(block);
    const commands = answer.querySelectorAll(".copyable pre code");
    const shown = document.querySelectorAll(".copyable pre code");
    shown[shown.length - 1].textContent = commands[commands.length - 1].textContent;
  } catch {
    call.submit();
  } finally {
    button.disabled = false;
  }
}
