/** Names and limits of personal tags, separate from the endpoints because every filter needs them. */
import * as v from 'valibot'

export const tagLimits = {
  /** Tags per user. */
  tags: 500,
  /** Tags per work. */
  perWork: 30,
  name: 40,
} as const

/** The server decides which spellings are the same tag: it folds them as the search does. */
export const TagName = v.pipe(
  v.string('textExpected'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(tagLimits.name, 'textTooLong'),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'textExpected'),
)
