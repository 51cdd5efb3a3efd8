/** Why a block was altered, left out or made up: stable id, and one sentence for people. */
export const reasons = {
  // out of the line
  rewound: "A rewind set the line back to before this message.",
  undone: "This act was taken back by an undo.",
  compacted: "A summary stands for this message.",
  replaced: "A newer replacement of this block is in force.",
  "surface-only": "This was shown to a person and never sent to a model.",
  // speech and speakers
  "text-blank": "The text is empty or blank, and providers refuse blank text.",
  "unicode-replaced": "A lone surrogate or NUL cannot cross; U+FFFD stands in its place.",
  "tag-neutralised": "The text holds a tag of the replay itself; a space behind its `<` makes it plain text.",
  "order-lost":
    "This dialect keeps text, reasoning, calls and pictures in fields of their own, so their order is lost.",
  "notice-moved": "It came while a call was open, so it stands behind that round.",
  "label-line": "A line that says that what follows is neither the user's words nor the assistant's.",
  "summary-label": "A line that says that what follows is a summary of earlier conversation.",
  // calls and results
  "call-unanswered":
    "A stored call had no result, so one was made that says so; a provider refuses half a pair.",
  "result-outside": "The call's result is not part of this history, so one was made that says so.",
  "result-orphan": "The call of this result is gone, so it crosses as text in the user's voice.",
  "result-duplicate": "The call already has a result; a provider takes exactly one.",
  "result-moved": "The result stands directly behind its own call, not where it was stored.",
  "result-empty": "This target refuses an empty result, so a fixed text says that there was no output.",
  "error-flag-lost": "This dialect has no field that marks a result as an error.",
  "call-id-rewritten":
    "The call id was empty, reused or not of the form this target takes; call and result share the new one.",
  "tool-renamed": "The tool's name was mapped to the declared one, or to the form this target takes.",
  "arguments-unwrapped": "The arguments were JSON inside a JSON string; they cross unwrapped.",
  "arguments-wrapped": "Free text cannot be arguments here; it crosses as the field `input` of an object.",
  "arguments-replaced":
    "The arguments are not a JSON object, so an empty object crosses; the record keeps the text.",
  "arguments-cut": "The arguments are over the limit set for this projection.",
  "output-cut": "The text is over the limit of this projection or of the target; its head and tail cross.",
  "call-limit": "A limit on calls per reply leaves this older call out.",
  "server-call-foreign": "A call that another provider ran itself crosses as an ordinary round.",
  "server-call-unfinished": "The provider never finished this call of its own, so it is left out.",
  "native-refused":
    "The provider's own JSON of this block cannot stand here as it is; our fields cross instead.",
  // reasoning
  "signature-lost": "The signature on this block was made by another maker, so the block crosses without it.",
  "signature-stand-in":
    "The first call of a step must be signed and this one is not, so the documented stand-in is.",
  "reasoning-unsigned": "This target takes reasoning only with its maker's signature.",
  "reasoning-foreign": "This reasoning was signed by another maker than the one the wire is for.",
  "reasoning-rebound":
    "What stands before this signed reasoning has changed, so its signature no longer holds.",
  "reasoning-alone":
    "No text or call stands behind this reasoning in its response, and the target refuses it alone.",
  "reasoning-repeated": "The same item of reasoning stands before this one, and a server takes it once.",
  "reasoning-unicode":
    "The signed bytes hold a lone surrogate or NUL, and a signed block may not be repaired.",
  "reasoning-filler": "This target demands a reasoning field, and none was stored.",
  "thinking-off": "Thinking is off for this request: its last round does not begin with signed reasoning.",
  // pictures and files
  "image-unseen": "This target does not see pictures, so a marker says that one was here.",
  "image-too-large": "The picture is over the target's limit, so a marker says that one was here.",
  "image-type": "The target does not take pictures of this type, so a marker says that one was here.",
  "image-many": "With this many pictures the target limits their size; only the newest cross.",
  "image-url": "The picture is only named by a URL, and nothing is ever fetched.",
  "image-moved": "The picture crosses in the user's voice, behind its round.",
  "media-type-corrected": "The bytes are of another type than the one stored; the true type crosses.",
  "object-missing": "The store does not have these bytes, or they are damaged.",
  "file-unsent": "This target does not take a file of this type, so a marker says that one was here.",
  "opaque-foreign": "Only the provider that made this block can read it.",
  // request fields
  "param-unknown": "The target has no such parameter.",
  "param-refused": "The target would refuse this value.",
  "param-default": "The target demands this field and the record does not hold it.",
  "model-of-maker": "No header names a model for this target; it is the newest maker's, or the target's own.",
  "tool-undeclared":
    "History uses a tool that the header does not declare, and this target demands its declaration.",
  "tool-repeated": "Another tool of the same name stands before this one.",
  "schema-replaced": "The tool's schema is no JSON object, so an open object schema stands in its place.",
  principal: "Made from the facts of the current header: whom this request acts for.",
  // made turns
  "first-user": "This target wants a user's turn first, and history begins without one.",
  "awaiting-user": "The wire would end without a turn of the user.",
  "replay-frame": "The tags that the replay of prior turns is written in.",
  "continue-replay": "Nothing was said behind the last answers, so a fixed line asks to go on from them.",
  bridge: "This target wants a reply between a tool's result and the user's next words.",
  "image-label": "A line that says where the pictures or files behind it come from.",
  "cache-mark": "Marks where the provider may reuse what it has read.",
} as const

export type Reason = keyof typeof reasons
