/** The names of own tags and their bounds, apart from the endpoints: every filter has them. */
import * as v from 'valibot'

export const tagBounds = {
  /** Tags of one person. */
  tags: 500,
  /** Tags of one work. */
  perWork: 30,
  name: 40,
} as const

/** The server decides which spellings are one tag: it compares them as the search does. */
export const TagName = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(tagBounds.name, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)
