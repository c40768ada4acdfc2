import { expect, test } from 'vitest'
import { answerIn, answerPasted, providerOfPage } from './drive-answer.rules.ts'

test('each page is of one provider, the swapped one too', () => {
  expect(providerOfPage('dropbox')).toBe('dropbox')
  expect(providerOfPage('115_disk')).toBe('disk_115')
  expect(providerOfPage('disk_115')).toBeUndefined()
})

test('an answer is read as text, whatever it looks like', () => {
  expect(answerIn('box', '?code=0012&state=1e3&extra=x')).toEqual({
    provider: 'box',
    code: '0012',
    state: '1e3',
  })
  expect(answerIn('box', '?error=access_denied&error_description=no%20thanks')).toEqual({
    provider: 'box',
    error: 'access_denied',
    errorDescription: 'no thanks',
  })
  expect(answerIn('box', '')).toBeUndefined()
})

test('an address that was pasted counts for its own provider alone', () => {
  const address = ' http://localhost:8330/oauth/dropbox?code=a%2Bb&state=s '
  expect(answerPasted('dropbox', address)).toEqual({ provider: 'dropbox', code: 'a+b', state: 's' })
  expect(answerPasted('box', address)).toBeUndefined()
  expect(answerPasted('dropbox', 'a+b')).toBeUndefined()
})
