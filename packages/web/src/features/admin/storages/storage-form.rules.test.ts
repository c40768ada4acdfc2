import type { Storage } from '@koedana/contract/storages.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { StorageFormValues, storageFromForm, toStorageForm } from './storage-form.rules.ts'

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
  watch: false,
  rescanHours: 6,
  watching: null,
  health: { state: 'available', since: null },
  fileCount: 1,
  workCount: 1,
  unsettledCount: 0,
  space: null,
  lastScan: null,
  scanWaits: false,
}

test.each<Storage['settings']>([
  { kind: 'local', path: '/shelf' },
  { kind: 'drive', provider: 'google_drive', account: '3', folder: 'id', path: 'Audio' },
  {
    kind: 'webdav',
    url: 'https://nas.example/dav',
    user: 'haruka',
    allowsHttpRedirects: true,
    ownNetwork: true,
  },
  {
    kind: 'webdav',
    url: 'https://nas.example/dav',
    user: null,
    allowsHttpRedirects: false,
    ownNetwork: false,
  },
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
  const { name, unknownAge, depth, ignored, delivery, watch, rescanHours } = storage
  const meant = storageFromForm(toStorageForm({ ...storage, settings }))
  expect(meant).toEqual({ settings, name, unknownAge, depth, ignored, delivery, watch, rescanHours })
})

test('a secret that was typed is said, and lines are patterns', () => {
  const typed = {
    ...toStorageForm(undefined),
    kind: 'webdav' as const,
    url: ' https://nas.example ',
    secret: ' s ',
  }
  expect(
    storageFromForm({ ...typed, ignored: ' a \n\n*.bak\n', depth: ' ', rescanHours: ' ' }),
  ).toMatchObject({
    settings: { kind: 'webdav', url: 'https://nas.example', user: null, password: ' s ' },
    ignored: ['a', '*.bak'],
    depth: null,
    rescanHours: null,
  })
})

test.each([
  ['', true],
  [' 1 ', true],
  ['720', true],
  ['0', false],
  ['721', false],
  ['1.5', false],
  ['daily', false],
])('%j is a number of hours: %s', (rescanHours, is) => {
  expect(v.is(StorageFormValues, { ...toStorageForm(undefined), rescanHours })).toBe(is)
})
