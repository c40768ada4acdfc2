/** The part of a request's context that says who calls, if a test hands it to a handler itself. */
export const visitor = {
  person: undefined,
  address: '127.0.0.1',
  peer: '127.0.0.1',
  origin: 'http://localhost',
  subPath: '',
  httpVersion: '1.1',
} as const
