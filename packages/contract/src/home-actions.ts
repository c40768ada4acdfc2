/** Personal changes to the home page. They are separate from the page, which every first load of the client requests. */
import { HomeLayout } from './home-page.ts'
import { endpoint } from './kit/endpoint.ts'

export const saveHomeLayout = endpoint({
  method: 'PUT',
  path: '/home/layout',
  access: 'user',
  rate: 'write',
  summary: 'Order and hide rows of the home page',
  body: HomeLayout,
  response: HomeLayout,
})

export const visitHome = endpoint({
  method: 'PUT',
  path: '/home/visit',
  access: 'user',
  rate: 'write',
  summary: 'Record a visit to the home page',
  description: 'New works are counted from the previous visit.',
})
