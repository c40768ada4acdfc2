/** Every failure that the API can return: a code, its status, and the shape of the body. */
import * as v from 'valibot'

export const errorStatus = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  accountDisabled: 403,
  registrationClosed: 403,
  guestsClosed: 403,
  foreignOrigin: 403,
  unknownHost: 403,
  notFound: 404,
  methodNotAllowed: 405,
  timedOut: 408,
  conflict: 409,
  usernameTaken: 409,
  lastAdministrator: 409,
  taskAtWork: 409,
  storageOff: 409,
  driveRevoked: 409,
  taskEnded: 409,
  tooLarge: 413,
  addressTooLong: 414,
  unsupportedType: 415,
  rangeNotSatisfiable: 416,
  refused: 422,
  folderUnreadable: 422,
  wrongCredentials: 422,
  wrongPassword: 422,
  wrongSetupCode: 422,
  keyRefused: 422,
  keyElsewhere: 422,
  cronRefused: 422,
  mergeRefused: 422,
  appPasswordsFull: 422,
  playlistsFull: 422,
  playlistFull: 422,
  tagsFull: 422,
  marketplaceSilent: 503,
  tooManyRequests: 429,
  headersTooLarge: 431,
  internal: 500,
  notReady: 503,
  storageAway: 503,
  databaseAway: 503,
  databaseDamaged: 503,
  storageFull: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** `error` is a sentence in the language the caller accepts; `fields` maps `query.minPrice` to a message key, `allowed` to the words it may be. */
export const ErrorBody = v.object({
  error: v.string(),
  code: v.string(),
  fields: v.optional(v.record(v.string(), v.string())),
  allowed: v.optional(v.record(v.string(), v.array(v.string()))),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>
