import { expect, test } from 'vitest'
import { providerOfPage, responseIn, responsePasted } from './drive-response.rules.ts'

test('each page is of one provider, the swapped one too', () => {
  expect(providerOfPage('dropbox')).toBe('dropbox')
  expect(providerOfPage('115_disk')).toBe('disk_115')
  expect(providerOfPage('disk_115')).toBeUndefined()
})

test('a response is read as text, whatever it looks like', () => {
  expect(responseIn('box', '?code=0012&state=1e3&extra=x')).toEqual({
    provider: 'box',
    code: '0012',
    state: '1e3',
  })
  expect(responseIn('box', '?error=access_denied&error_description=no%20thanks')).toEqual({
    provider: 'box',
    error: 'access_denied',
    errorDescription: 'no thanks',
  })
  expect(responseIn('box', '')).toBeUndefined()
})

test('an address that was pasted counts for its own provider alone', () => {
  const address = ' http://localhost:8330/oauth/dropbox?code=a%2Bb&state=s '
  expect(responsePasted('dropbox', address)).toEqual({ provider: 'dropbox', code: 'a+b', state: 's' })
  expect(responsePasted('box', address)).toBeUndefined()
  expect(responsePasted('dropbox', 'a+b')).toBeUndefined()
})
