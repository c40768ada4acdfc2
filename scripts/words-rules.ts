/** The rules of STYLE.md that a program can check. */

export type TextSource = 'english' | 'chinese' | 'japanese' | 'comment' | 'identifier'

export interface CheckedText {
  /** File, with a line or a key. */
  readonly at: string
  readonly source: TextSource
  readonly text: string
}

export interface Finding extends CheckedText {
  readonly rule: string
}

interface Rule {
  readonly name: string
  readonly pattern: RegExp
}

/** Words in the left column of STYLE.md, with what to write instead. */
const english: readonly Rule[] = [
  {
    name: 'write "users", "administrators" or "you"',
    pattern: /\b(whoever|whomever|somebody|nobody|one[’']s own)\b/i,
  },
  { name: 'write "is", "is stored" or "is located"', pattern: /\blies\b/i },
  { name: 'write "is" or "applies"', pattern: /\bstands\b(?! for)/i },
  { name: 'write "continues"', pattern: /\bgo(es)? on\b/i },
  { name: 'write "played" or "listen"', pattern: /\b(hears?|heard)\b(?! from us)/i },
  { name: 'write "audio file" or "track"', pattern: /\bsounds\b(?! (like|good|right))/i },
  { name: 'write "returns", "reports" or "shows"', pattern: /\b(told|says|answers|asks)\b/i },
  { name: 'write "fix"', pattern: /\bmend(s|ed|ing)?\b/i },
  { name: 'write "import"', pattern: /\b(tak(e|es|en|ing) in|moves? in|moved in|carried over)\b/i },
  { name: 'write "limit"', pattern: /\bbounds?\b/i },
  { name: 'write "only"', pattern: /(?<!stand-)(?<!let )(?<!leave (it|them) )(?<!left )\balone\b/i },
  { name: 'write "again"', pattern: /\banew\b/i },
  { name: 'write "next to" or "during"', pattern: /\bbeside\b/i },
  { name: 'write "compatibility API" or "app connection"', pattern: /\bdoors?\b/i },
  { name: 'write "library"', pattern: /\b(shelf|shelves)\b/i },
  { name: 'write "reject" or "deny"', pattern: /\brefus(e|es|ed|al|als|ing)\b/i },
  {
    name: 'write "not a"',
    pattern: /(?<!there )\b(is|are) no (?!longer\b|more\b|need\b|way\b|limit\b|other\b|one\b)/i,
  },
  { name: 'write "blurred"', pattern: /\bveil(s|ed)?\b/i },
  { name: 'use US spelling', pattern: british() },
  {
    name: 'begin the sentence with a noun',
    pattern:
      /(^|[.!?:] )(One that|Those (of|that|who|which)|It is what|What (is|was|are|has|were) [^?]*[.!](\s|$))/,
  },
]

function british(): RegExp {
  const words =
    'catalogue|licence|colour|favourite|behaviour|centre|cancelled|cancelling|programme|whilst|grey'
  return new RegExp(
    `\\b(${words})[sd]?\\b|\\b\\w+(recogn|organ|normal|initial|serial|synchron|author|optim|minim)is(e|es|ed|ing|ation)\\b|\\brecognis`,
    'i',
  )
}

/** ICU formats numbers: 12345 is shown as 12,345. */
const bareCount: Rule = {
  name: 'write {count, number} or a plural',
  pattern: /(?<!(one|other|=\d+) )\{(count|works|files|tracks|items|users)\}/,
}

const cjk = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'
const spacing: Rule = {
  name: 'put a space between CJK characters and Latin letters or digits',
  pattern: new RegExp(`${cjk}[A-Za-z0-9]|[A-Za-z0-9]${cjk}`, 'u'),
}

const chinese: readonly Rule[] = [bareCount, spacing, { name: 'write 你', pattern: /您/ }]
const japanese: readonly Rule[] = [bareCount, spacing]

/** Names of rules that do not fit comments: a bound is the end of a range, and a veil is a component. */
const notInComments: ReadonlySet<string> = new Set([
  'write "limit"',
  'write "blurred"',
  'write "returns", "reports" or "shows"',
])
const comments: readonly Rule[] = [
  ...english.filter(({ name }) => !notInComments.has(name)),
  { name: 'write "returns", "reports" or "shows"', pattern: /\b(told|says|answers)\b/i },
  {
    name: 'begin the sentence with a noun',
    pattern: /(^|[.!?] )(Where |Whatever |As many as |Of (a|the|its|each) )/,
  },
]

const identifiers: readonly Rule[] = [
  { name: 'write max…, min… or default…', pattern: /^(most|least|usual)[A-Z]/ },
]

const rules: Readonly<Record<TextSource, readonly Rule[]>> = {
  english: [...english, bareCount],
  chinese,
  japanese,
  comment: comments,
  identifier: identifiers,
}

export function findingsIn(texts: readonly CheckedText[]): readonly Finding[] {
  return texts.flatMap((text) =>
    rules[text.source]
      .filter((rule) => rule.pattern.test(rule === bareCount ? text.text : withoutPlaceholders(text.text)))
      .map(({ name }) => ({ ...text, rule: name })),
  )
}

/** Removes the names of placeholders, which users do not see. */
const withoutPlaceholders = (text: string): string => text.replace(/\{\w+(?=[,}])/g, '{')
