/** The home page in one call. */
import * as v from 'valibot'
import { Home } from './home-page.ts'
import { endpoint } from './kit/endpoint.ts'
import { choiceEntries } from './values.ts'

export const getHome = endpoint({
  method: 'GET',
  path: '/home',
  access: 'public',
  rate: 'read',
  summary:
    'The home page: sizes, announcements, new and rising works, and with a bearer what goes on and what is new for the caller.',
  query: v.object(choiceEntries),
  response: Home,
})
