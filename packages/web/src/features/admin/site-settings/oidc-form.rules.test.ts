import { expect, test } from 'vitest'
import { changedOidc, toOidcForm } from './oidc-form.rules.ts'

const settings = {
  enabled: true,
  issuer: 'https://id.example',
  clientId: 'koedana',
  scopes: 'openid',
  label: '',
  roleClaim: 'groups',
  adminValues: ['admins', 'owners'],
  memberValues: [],
  ceilingClaim: '',
  r15Values: [],
  r18Values: [],
  createsAccounts: false,
  linksByUsername: false,
  linksByEmail: false,
  isOnly: false,
  hasSecret: true,
  fixed: [],
  callbackUrl: 'https://shelf.example/api/v3/auth/oidc/callback',
  signedOutUrl: 'https://shelf.example/',
}

test('what nobody touched is not sent, and no secret is shown', () => {
  const saved = toOidcForm(settings)
  expect(saved).toMatchObject({ adminValues: 'admins, owners', memberValues: '', clientSecret: '' })
  expect(Object.keys(saved)).not.toContain('hasSecret')
  expect(changedOidc(saved, saved)).toEqual({})
})

test('what was typed is sent, lists as lists', () => {
  const saved = toOidcForm(settings)
  const typed = { ...saved, adminValues: ' admins ,,x, admins', isOnly: true, clientSecret: 's' }
  expect(changedOidc(typed, saved)).toEqual({ adminValues: ['admins', 'x'], isOnly: true, clientSecret: 's' })
})
