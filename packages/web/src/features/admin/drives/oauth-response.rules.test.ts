import { expect, test } from 'vitest'
import { parsePastedUrl, parseResponse, providerOfPage } from './oauth-response.rules.ts'

test('each page is of one provider, the swapped one too', () => {
  expect(providerOfPage('dropbox')).toBe('dropbox')
  expect(providerOfPage('115_disk')).toBe('disk_115')
  expect(providerOfPage('disk_115')).toBeUndefined()
})

test('a response is read as text, whatever it looks like', () => {
  expect(parseResponse('box', '?code=0012&state=1e3&extra=x')).toEqual({
    provider: 'box',
    code: '0012',
    state: '1e3',
  })
  expect(parseResponse('box', '?error=access_denied&error_description=no%20thanks')).toEqual({
    provider: 'box',
    error: 'access_denied',
    errorDescription: 'no thanks',
  })
  expect(parseResponse('box', '')).toBeUndefined()
})

test('an address that was pasted counts for its own provider alone', () => {
  const address = ' http://localhost:8330/oauth/dropbox?code=a%2Bb&state=s '
  expect(parsePastedUrl('dropbox', address)).toEqual({ provider: 'dropbox', code: 'a+b', state: 's' })
  expect(parsePastedUrl('box', address)).toBeUndefined()
  expect(parsePastedUrl('dropbox', 'a+b')).toBeUndefined()
})
