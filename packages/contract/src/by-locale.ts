import * as v from 'valibot'

const localeTag = v.pipe(v.string(), v.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'localeUnknown'))

/** Values by locale, `{ 'en-US': … }`. Arrays are rejected explicitly: an empty one would pass as an object without names. */
export const byLocale = <T extends v.GenericSchema<string | null, string | null>>(value: T) =>
  v.pipe(
    v.custom<Readonly<Record<string, v.InferInput<T>>>>((given) => !Array.isArray(given), 'objectExpected'),
    v.record(localeTag, value, 'objectExpected'),
  )
