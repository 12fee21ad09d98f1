/**
 * Field rules, each with the reasons by which the service refuses a field. Screens say the rule in the reader's language; names of
 * fields are the API's. Named groups are figures for the words.
 */
export const fieldRules = [
  ['missing', /field is required|file is required|must not be empty|visible character/],
  ['tagLength', /tags of 1 to 64 characters/],
  ['long', /at most (?<limit>[\d,]+) characters|1 to (?<limit2>\d+) characters/],
  ['short', /at least (?<limit>\d+) characters/],
  ['slash', /slash/],
  ['dots', /relative path/],
  ['tagCharacters', /tag has no commas/],
  ['tagTwice', /tag cannot be added and removed/],
  ['onlyOne', /single stamp$/],
  ['characters', /control characters|characters that are not allowed|valid Unicode/],
  ['ownAccount', /ID of your account/],
  ['sameEmail', /address of the account/],
  ['email', /e-mail address|format of email/],
  ['many', /at most (?<limit>[\d,]+) items?/],
  ['few', /at least (?<limit>\d+) items?/],
  ['least', /expected (?<limit>-?\d+) or more/],
  ['most', /expected (?<limit>-?\d+) or less/],
  ['range', /a number from (?<from>-?\d+) to (?<to>-?\d+)/],
  ['choice', /expected (one|any) of/],
  ['both', /either .+ (or|and) .+|not taken together/],
  ['size', /at most (?<limit>\d+) KiB/],
  ['cut', /connection was lost/],
  ['webhookPlain', /starting with https/],
  ['webhookInside', /public address|private|internal|reserved/],
  ['format', /expected (an?|the format of|the IP address) /],
] as const satisfies readonly (readonly [string, RegExp])[]

type Rule = (typeof fieldRules)[number][0]

/** Returns the rule that a field breaks, from the message of an `invalid` error: "folderName: a slash is not allowed". */
export function ruleOf(message: string): { rule: Rule; figures: Record<string, number> } | null {
  for (const [rule, reason] of fieldRules) {
    const found = reason.exec(message)
    if (found === null) continue
    const figures = Object.entries({ ...found.groups })
      .filter(([, written]) => written !== undefined)
      // The service writes 10,000, other languages write it otherwise.
      .map(([name, written]) => [name.replace('limit2', 'limit'), Number(written.replaceAll(',', ''))] as const)
    return { rule, figures: Object.fromEntries(figures) }
  }
  return null
}
