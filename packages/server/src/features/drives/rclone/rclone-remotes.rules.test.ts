import type { DriveProvider } from '@koedana/contract/drives.ts'
import { expect, test } from 'vitest'
import { findDrive } from '../../storages/drives/open-drives.ts'
import { readRcloneConfig } from './rclone-config.rules.ts'
import { remotesIn } from './rclone-remotes.rules.ts'

const token = (more: object = {}) =>
  JSON.stringify({
    access_token: 'at',
    token_type: 'Bearer',
    refresh_token: 'rt',
    expiry: '2026-01-01T00:00:00Z',
    ...more,
  })

const own = 'client_id = mine\nclient_secret = s3cret'

function remotes(text: string, used: ReadonlyMap<DriveProvider, string> = new Map()) {
  const read = readRcloneConfig(text)
  return read.type === 'sections'
    ? remotesIn(read.sections, { used, factsOf: (provider) => findDrive(provider)?.facts })
    : read.type
}

const only = (settings: string) => {
  const found = remotes(`[one]\n${settings}\n`)
  return typeof found === 'string' ? undefined : found[0]
}

test.each([
  ['dropbox', 'dropbox', {}],
  ['yandex', 'yandex_disk', {}],
  ['onedrive\ndrive_id = b!x\ndrive_type = business', 'onedrive', { root: 'b!x root' }],
  ['onedrive\ndrive_id = D1\nroot_folder_id = D1!7', 'onedrive', { root: 'D1 D1!7' }],
  ['drive\nscope = drive\nteam_drive =', 'google_drive', {}],
  ['drive\nteam_drive = 0Shared', 'google_drive', { root: '0Shared' }],
  ['drive\nteam_drive = 0Shared\nroot_folder_id = 1Folder', 'google_drive', { root: '1Folder' }],
  ['box\nroot_folder_id = 77', 'box', { root: 'folder 77' }],
  [
    'pcloud\nhostname = eapi.pcloud.com\nroot_folder_id = d9',
    'pcloud',
    { host: 'eapi.pcloud.com', root: 'folder 9' },
  ],
  ['pcloud', 'pcloud', { host: 'api.pcloud.com' }],
])('type = %s is an account of %s', (type, provider, extra) => {
  const found = only(`type = ${type}\n${own}\ntoken = ${token()}`)
  expect(found).toMatchObject({
    provider,
    state: 'ready',
    taken: { app: { clientId: 'mine', clientSecret: 's3cret' } },
  })
  const refreshToken = provider === 'pcloud' ? null : 'rt'
  expect(found?.taken?.tokens).toEqual({ accessToken: 'at', refreshToken, expiresAt: null, extra })
})

test.each([
  [`type = dropbox\ntoken = ${token()}`, 'noClientId'],
  [`type = dropbox\nclient_id = mine\nclient_secret =\ntoken = ${token()}`, 'noClientId'],
  [`type = dropbox\n${own}`, 'noToken'],
  [`type = dropbox\n${own}\ntoken = {"access_token`, 'noToken'],
  [`type = dropbox\n${own}\ntoken = ${token({ refresh_token: '' })}`, 'noToken'],
  [`type = dropbox\n${own}\ntoken = null`, 'noToken'],
  [`type = crypt\nremote = one:`, 'crypt'],
  [`type = webdav\nurl = https://dav.example`, 'storage'],
  [`type = mega`, 'unknownType'],
  [`type = __proto__`, 'unknownType'],
  [``, 'unknownType'],
  [`type = drive\n${own}\nservice_account_file = /key.json\ntoken = ${token()}`, 'serviceAccount'],
  [`type = box\n${own}\nbox_config_file = /box.json\ntoken = ${token()}`, 'serviceAccount'],
  [`type = onedrive\n${own}\nregion = cn\ntoken = ${token()}`, 'elsewhere'],
  [`type = pcloud\n${own}\nhostname = evil.example\ntoken = ${token()}`, 'elsewhere'],
  [`type = dropbox\n${own}\ntoken_url = https://evil.example\ntoken = ${token()}`, 'elsewhere'],
])('%j cannot be taken: %s', (settings, state) => {
  expect(only(settings)).toMatchObject({ state })
  expect(only(settings)).not.toHaveProperty('taken')
})

test('a provider has one client id: that which is used here, or that of the first remote', () => {
  const box = (id: string) => `type = box\nclient_id = ${id}\nclient_secret = s\ntoken = ${token()}\n`
  const config = `[a]\n${box('1')}[b]\n${box('2')}[c]\n${box('1')}`
  const states = (used?: ReadonlyMap<DriveProvider, string>) => {
    const found = remotes(config, used)
    return typeof found === 'string' ? found : found.map(({ state }) => state)
  }
  expect(states()).toEqual(['ready', 'otherApp', 'ready'])
  expect(states(new Map([['box', '2']]))).toEqual(['otherApp', 'ready', 'otherApp'])
})

test('what is written oddly is read as far as it says something, and no two are taken for one', () => {
  const config = [
    '\uFEFF# made by hand',
    'type = dropbox',
    '[ spaced name ]\r',
    '; a remark',
    ' type=dropbox \r',
    'no value',
    '= no key',
    '[unclosed',
    'client_id = a=b',
    '[]',
    'type = dropbox',
    '[twice]',
    'type = box',
    '[twice]',
    'type = dropbox',
    '[<img src=x onerror=alert(1)>]',
    'type = <script>',
    '[a]b]',
  ].join('\n')
  const found = remotes(config)
  expect(typeof found !== 'string' && found.map(({ name, type, state }) => [name, type, state])).toEqual([
    ['spaced name', 'dropbox', 'noClientId'],
    ['twice', 'box', 'twice'],
    ['twice', 'dropbox', 'twice'],
    ['<img src=x onerror=alert(1)>', '<script>', 'unknownType'],
    ['a]b', '', 'unknownType'],
  ])
})

test('one that is encrypted says so, and a hundred thousand sections are read in no time', () => {
  expect(remotes('# Encrypted rclone configuration File\n\nRCLONE_ENCRYPT_V0:\nabcdef\n')).toBe('encrypted')
  const many = remotes(Array.from({ length: 100_000 }, (_, at) => `[${at % 50_000}]`).join('\n'))
  expect(many).toHaveLength(100_000)
})
