import { expect, test } from 'vitest'
import { routeRequest } from './routing.rules.ts'

const origin = 'https://shelf.example'
const get = (path: string, isNavigation = false) =>
  routeRequest({ method: 'GET', url: new URL(path, origin).href, isNavigation, origin, root: '/' })

test('responses of the API and media are never cached', () => {
  expect([get('/api/v3/home'), get('/api/v3/media/1/a.mp3?s=x'), get('/api/v3/works?page=1')]).toEqual([
    'network',
    'network',
    'network',
  ])
})

test('a download that the browser opens is no page of the app', () => {
  expect(get('/api/v3/works/RJ01000001/archive', true)).toBe('network')
})

test('covers, pages and built files each have their own way', () => {
  expect([
    get('/api/v3/covers/RJ01000001/480/1?s=x'),
    get('/works?genres=1', true),
    get('/assets/a.js'),
  ]).toEqual(['cover', 'page', 'file'])
})

test('what is kept on this device is never asked of the network, and is no page', () => {
  expect([
    get('/kept/sounds/u/RJ01000001/a'),
    get('/kept/covers/RJ01000001'),
    get('/kept/works/x', true),
  ]).toEqual(['kept', 'kept', 'page'])
})

test('other origins and writes are left alone', () => {
  expect(get('https://elsewhere.example/a.js')).toBe('network')
  expect(routeRequest({ method: 'POST', url: `${origin}/a`, isNavigation: false, origin, root: '/' })).toBe(
    'network',
  )
})

test('below a path of a name it handles that path alone', () => {
  const decided = (path: string, isNavigation = false) =>
    routeRequest({ method: 'GET', url: origin + path, isNavigation, origin, root: '/koedana/' })
  expect([
    decided('/koedana/', true),
    decided('/koedana/assets/a.js'),
    decided('/koedana/api/v3/covers/RJ01000001/480/1?s=x'),
    decided('/koedana/api/v3/home'),
    decided('/koedana/sw.js'),
    decided('/kept/works/x'),
  ]).toEqual(['page', 'file', 'cover', 'network', 'network', 'kept'])
  expect([decided('/', true), decided('/koedanas/a.js'), decided('/api/v3/covers/x')]).toEqual([
    'network',
    'network',
    'network',
  ])
})
