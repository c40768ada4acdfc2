import { expect, test } from 'vitest'
import {
  allowsPassword,
  applyOidcChange,
  canUseHttp,
  defaultOidc,
  isOidcAvailable,
  readOidc,
  readOidcEnvironment,
} from './oidc.rules.ts'

test('a text that means nothing gives what nobody decided', () => {
  for (const text of [undefined, '', 'x', '[]', '{"enabled":"yes"}', '{"issuer":3}']) {
    expect(readOidc(text)).toEqual(defaultOidc)
  }
  expect(readOidc('{"enabled":true,"later":1}')).toMatchObject({ enabled: true, issuer: '' })
})

test('the environment sets what it names', () => {
  const { fixed, problems } = readOidcEnvironment({
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'koedana',
    OIDC_ADMIN_VALUES: ' admins, owners ,',
    OIDC_CREATE_ACCOUNTS: 'on',
    OIDC_ONLY: 'off',
  })
  expect(problems).toEqual([])
  expect(fixed).toEqual({
    enabled: true,
    issuer: 'https://id.example',
    clientId: 'koedana',
    clientSecret: null,
    adminValues: ['admins', 'owners'],
    createsAccounts: true,
    isOnly: false,
  })
  expect(readOidcEnvironment({ OIDC_LABEL: 'House' })).toEqual({ fixed: { label: 'House' }, problems: [] })
})

test.each([
  [{ OIDC_CLIENT_SECRET: 'x' }, 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong to an OIDC_ISSUER.'],
  [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_ISSUER needs OIDC_CLIENT_ID.'],
  [{ OIDC_ONLY: 'yes' }, 'OIDC_ONLY must be on or off.'],
  [
    { OIDC_ISSUER: 'id.example', OIDC_CLIENT_ID: 'x' },
    'OIDC_ISSUER must be an address such as https://auth.example.',
  ],
])('what the environment says wrongly is reported: %j', (environment, problem) => {
  expect(readOidcEnvironment(environment).problems).toEqual([problem])
})

test('a secret goes with its issuer and client', () => {
  const before = { ...defaultOidc, issuer: 'https://a.example', clientId: 'x', clientSecret: 's' }
  expect(applyOidcChange(before, { label: 'House' })).toEqual({ ...before, label: 'House' })
  expect(applyOidcChange(before, { issuer: undefined })).toEqual(before)
  expect(applyOidcChange(before, { issuer: 'https://b.example' })).toBe('secretRequired')
  expect(applyOidcChange(before, { clientId: 'y' })).toBe('secretRequired')
  expect(applyOidcChange(before, { clientId: 'y', clientSecret: 't' })).toMatchObject({ clientSecret: 't' })
  expect(applyOidcChange({ ...before, clientSecret: null }, { clientId: 'y' })).toMatchObject({
    clientId: 'y',
  })
})

test('the password of a member is good unless the provider is the only way', () => {
  const on = { ...defaultOidc, enabled: true, issuer: 'https://a.example', clientId: 'x' }
  expect([
    isOidcAvailable(on),
    isOidcAvailable({ ...on, clientId: '' }),
    isOidcAvailable({ ...on, issuer: '' }),
  ]).toEqual([true, false, false])
  const only = { ...on, isOnly: true }
  expect([allowsPassword(on, 1), allowsPassword(only, 1), allowsPassword(only, 3)]).toEqual([
    true,
    false,
    true,
  ])
  expect(allowsPassword({ ...only, enabled: false }, 1)).toBe(true)
})

test.each([
  ['http://localhost:9', true],
  ['http://127.0.0.1', true],
  ['http://192.168.1.2', true],
  ['http://[::1]', true],
  ['http://authelia:9091', true],
  ['https://localhost', false],
  ['http://id.example', false],
  ['http://8.8.8.8', false],
  ['http://[2001:db8::1]', false],
])('%s may be spoken to in plain: %j', (url, may) => {
  expect(canUseHttp(new URL(url))).toBe(may)
})
