import * as v from 'valibot'
import { Home } from './home-page.ts'
import { endpoint } from './kit/endpoint.ts'
import { viewerFilterEntries } from './values.ts'

export const getHome = endpoint({
  method: 'GET',
  path: '/home',
  access: 'public',
  rate: 'read',
  summary: 'Get the home page',
  description:
    'Library size, announcements, new and rising works. With a token also unfinished works and news for the caller.',
  query: v.object(viewerFilterEntries),
  response: Home,
})
