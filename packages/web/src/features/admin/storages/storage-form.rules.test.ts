import type { Storage } from '@koedana/contract/storages.ts'
import { expect, test } from 'vitest'
import { meantStorage, typedStorage } from './storage-form.rules.ts'

const storage: Storage = {
  id: '1',
  name: 'Shelf',
  root: '/shelf',
  settings: { kind: 'local', path: '/shelf' },
  hasSecret: false,
  unknownAge: 'r15',
  depth: 3,
  ignored: ['*.bak', 'private'],
  delivery: 'proxy',
  enabled: true,
  health: { state: 'available', since: null },
  fileCount: 1,
  workCount: 1,
  unsettledCount: 0,
  lastScan: null,
}

test.each<Storage['settings']>([
  { kind: 'local', path: '/shelf' },
  { kind: 'webdav', url: 'https://nas.example/dav', user: 'haruka', ownNetwork: true },
  { kind: 'webdav', url: 'https://nas.example/dav', user: null, ownNetwork: false },
  {
    kind: 's3',
    endpoint: 'https://s3.example',
    region: 'eu-1',
    bucket: 'voices',
    prefix: 'a/b',
    accessKeyId: 'KEY',
    pathStyle: true,
    ownNetwork: false,
  },
])('what is opened and saved untouched stays as it was, and says no secret: %j', (settings) => {
  const { name, unknownAge, depth, ignored, delivery } = storage
  const meant = meantStorage(typedStorage({ ...storage, settings }))
  expect(meant).toEqual({ settings, name, unknownAge, depth, ignored, delivery })
})

test('a secret that was typed is said, and lines are patterns', () => {
  const typed = {
    ...typedStorage(undefined),
    kind: 'webdav' as const,
    url: ' https://nas.example ',
    secret: ' s ',
  }
  expect(meantStorage({ ...typed, ignored: ' a \n\n*.bak\n', depth: ' ' })).toMatchObject({
    settings: { kind: 'webdav', url: 'https://nas.example', user: null, password: ' s ' },
    ignored: ['a', '*.bak'],
    depth: null,
  })
})
