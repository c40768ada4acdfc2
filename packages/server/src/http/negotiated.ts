/** What a request's headers ask for, read once for each text that browsers send. */
import { negotiateEncoding } from './encoding.rules.ts'
import { memoised } from './memoised.ts'
import { localeOf } from './sentences.ts'

export const readLocale = memoised(localeOf)
export const readEncoding = memoised(negotiateEncoding)
