/** The caller of a request context, for tests that call a handler directly. */
export const visitor = {
  person: undefined,
  address: '127.0.0.1',
  peer: '127.0.0.1',
  origin: 'http://localhost',
  subPath: '',
  httpVersion: '1.1',
} as const
