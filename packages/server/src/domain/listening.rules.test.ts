import { expect, test } from 'vitest'
import { canVisitorsListen } from './listening.rules.ts'

const here = { address: '127.0.0.1', peer: '127.0.0.1', headers: { host: 'localhost' }, httpVersion: '1.1' }
const near = { ...here, address: '192.168.1.9', headers: { host: 'shelf.example', 'x-forwarded-for': 'x' } }
const far = { ...near, address: '203.0.113.9' }
/** A proxy that sends no forwarding headers and calls this machine by its own name. */
const silentProxy = here
const undecided = { visitorsMayListen: null }

test('what is decided holds for everybody', () => {
  for (const isPublished of [true, false]) {
    for (const caller of [here, near, far]) {
      expect(canVisitorsListen({ visitorsMayListen: true, isPublished }, caller)).toBe(true)
      expect(canVisitorsListen({ visitorsMayListen: false, isPublished }, caller)).toBe(false)
    }
  }
})

test('if undecided, callers at this machine may if nobody else is meant to come', () => {
  expect(canVisitorsListen({ ...undecided, isPublished: false }, here)).toBe(true)
  const direct = { ...here, address: '192.168.1.9', peer: '192.168.1.9' }
  expect(canVisitorsListen({ ...undecided, isPublished: false }, direct)).toBe(false)
  const unnamed = { ...here, headers: { ...here.headers, 'x-forwarded-for': '203.0.113.9' } }
  expect(canVisitorsListen({ ...undecided, isPublished: false }, unnamed)).toBe(false)
})

test('undecided on a server that others come to, only whom a trusted proxy places in the house', () => {
  const published = { ...undecided, isPublished: true }
  expect(canVisitorsListen(published, silentProxy)).toBe(false)
  expect(canVisitorsListen(published, near)).toBe(true)
  expect(canVisitorsListen(published, far)).toBe(false)
})
