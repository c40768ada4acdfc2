/** Each entry is the description, the text, and the message key of the rejection. */
export const refusedQueries: readonly (readonly [string, string, string])[] = [
  ['501 characters', 'あ'.repeat(501), 'textTooLong'],
  ['501 units in pairs', `a${'😀'.repeat(250)}`, 'textTooLong'],
  ['NUL', 'ne\0ko', 'textExpected'],
  ['a line break', 'ne\nko', 'textExpected'],
  ['DEL', 'ne\u007fko', 'textExpected'],
]

const wordsOf = (text: string) => text.split(/ +/)

const texts = [
  'あ'.repeat(500),
  'a'.repeat(500),
  'n'.repeat(500),
  'tsu'.repeat(166),
  'a '.repeat(200),
  '-x '.repeat(160),
  '" '.repeat(250),
  '""'.repeat(250),
  ' '.repeat(500),
  '-'.repeat(500),
  'ー'.repeat(500),
  /** One letter that grows by composing marks, and letters that expand to eighteen characters each. */
  `e${'\u0301'.repeat(499)}`,
  '\ufdfa'.repeat(500),
  ...wordsOf('" "" """ "open shut" "-" - -- -" -"" -"open'),
  ...['- -', '-"a b"', '"a" "', "' or 1=1 --", ' ', '\u3000'],
  ...wordsOf('!?.,;: 、。・… 【】 「 () [ {} * + ? | ^$ \\ \\d (?: (a+)+$'),
  ...wordsOf("% _ ' %% \\% ; /* $1 :q {a} <b> &amp; #"),
  ...wordsOf('~ \u301c \uff5e ー ﾞ \u3099 \u0301 \u200b \u200d \ufeff \u00ad'),
  ...wordsOf('😀 👩‍👩‍👧 🏳️‍🌈 ❤️ 𠮷 \u{10ffff} \uffff \ufffd مرحبا שלום \u202eabc \u2067x'),
  ...wordsOf('constructor __proto__ toString hasOwnProperty null undefined NaN true 0 -0'),
  ...wordsOf("n' 'n nn tt tch ō İ ß ﬁ ㍿ ½ RJ RJ0 RJ99999999 99999999999"),
]

/** Texts as encoded in a URL. The last ones are not valid text. */
export const acceptedQueries: readonly string[] = [
  ...texts.map(encodeURIComponent),
  ...wordsOf('%ED%A0%80 a%ED%BF%BFb %FF%FE%C0%AF % %E3%8'),
]
