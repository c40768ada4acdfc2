/**
 * People decide this about their home page. It stands apart from the page itself, which every first load of the client
 * requests.
 */
import { HomeLayout } from './home-page.ts'
import { endpoint } from './kit/endpoint.ts'

export const saveHomeLayout = endpoint({
  method: 'PUT',
  path: '/home/layout',
  access: 'user',
  rate: 'write',
  summary: 'Orders the rows of the own home page, and hides some.',
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
