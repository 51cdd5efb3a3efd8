/**
 * What a result says where it is ours and not the tool's. A model reads it, so each says what is known: whether
 * anything was run, and what can be done.
 */
export const said = {
  deniedByPolicy: "This call was not run: a policy of this panel denies the tool.",
  deniedBy: (who: string) => `This call was not run: it was denied by the ${who}.`,
  notAsked: "This call was not run: it needs a person's leave, and nobody was asked.",
  noTool: (name: string) => `This call was not run: there is no tool named ${name}.`,
  noObject:
    "This call was not run: its arguments are not a JSON object. Call again with all arguments in one JSON object.",
  inexact: (number: string) =>
    `This call was not run: its arguments hold the number ${number}, which cannot be handed on exactly. If the tool takes text there, write the number as text.`,
  once: "This call was not run: another call of the same reply changes the conversation, and one does at a time.",
  misfit: (why: string) => `This call was not run: its arguments do not fit (${why}).`,
  down: (server: string, why: string) =>
    `This call was not run: the tool server ${server} cannot be reached (${why}).`,
  refused: (why: string) => `The tool server answered with an error: ${why}`,
  late: (seconds: number) =>
    `The tool gave no answer within ${seconds} seconds and was told to stop. Whether it took effect is not known.`,
  cut: (cut: number, most: number) =>
    `[${cut} more characters were cut here: this panel keeps ${most} characters of a result.]`,
} as const
