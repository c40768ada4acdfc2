/** Examples in the API description. A test validates each against the schema of its operation. */
import type { Examples } from './kit/openapi.ts'

const user = {
  id: 'u1',
  username: 'haruka',
  role: 1,
  status: 'active',
  ageRestriction: 'r15',
  lastLoginAt: '2026-11-28T09:30:00.000Z',
  lastLoginIp: '192.0.2.7',
  createdAt: '2026-06-01T08:00:00.000Z',
  updatedAt: '2026-11-28T09:30:00.000Z',
}

export const examples: Examples = {
  login: { body: { username: 'haruka', password: 'a long password 7' } },
  register: { body: { username: 'midori', password: 'paper boat 12', key: 'ABCD-EFGH-JKLM' } },
  saveMark: { body: { progress: 'listening', rating: 4, note: 'The rain in track 3.' } },
  createView: { body: { name: 'Rain, well rated', search: { genres: ['56'], minRating: 4 } } },
  createTask: { body: { kind: 'sync_works' } },
  createPlaylist: { body: { name: 'Rainy nights' } },
  createApiToken: {
    body: { name: 'Backup script', scope: 'read', days: 90 },
    response: {
      id: 'q1w2e3r4t5y6u7i8',
      name: 'Backup script',
      scope: 'read',
      createdAt: '2026-11-28T12:00:00.000Z',
      expiresAt: '2027-02-26T12:00:00.000Z',
      lastUsedAt: null,
      lastAddress: null,
      token: 'koe_9Zr0hXkqf3v1m7Yb2TqLw8NcUeJ5sGd4oKpR6xAiVnE',
    },
  },
  createAppPassword: { body: { name: 'Phone', scopes: ['subsonic'] } },
  createUser: { body: { username: 'midori', password: 'paper boat 12', role: 1, ageRestriction: 'all' } },
  getUser: { response: user },
}
