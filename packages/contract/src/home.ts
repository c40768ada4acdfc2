/** The home page in one call. */
import * as v from 'valibot'
import { Home, HomeLayout } from './home-page.ts'
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

export const saveHomeLayout = endpoint({
  method: 'PUT',
  path: '/home/layout',
  access: 'user',
  rate: 'write',
  summary: 'Puts the rows of the own home page in an order, and hides some.',
  body: HomeLayout,
  response: HomeLayout,
})

export const visitHome = endpoint({
  method: 'PUT',
  path: '/home/visit',
  access: 'user',
  rate: 'write',
  summary:
    'Notes that the caller looks at their home page now: what is new there is new since the visit before.',
})
