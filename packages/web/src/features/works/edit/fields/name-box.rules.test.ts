import { expect, test } from 'vitest'
import { suggestionsFor } from './name-box.rules.ts'

const rain = { id: 'g1', name: 'Rain', workCount: 9 }
const rainy = { id: 'g2', name: 'Rainy day', workCount: 2 }

test('what stands already is not offered, a new name comes last', () => {
  expect(suggestionsFor({ found: [rain, rainy], taken: ['g1'], created: 'Rai' })).toEqual([
    rainy,
    { name: 'Rai' },
  ])
})

test('a name that is there in another spelling of its letters is not made again', () => {
  expect(suggestionsFor({ found: [rain], taken: [], created: 'ｒAIN' })).toEqual([rain])
  expect(suggestionsFor({ found: [rain], taken: ['g1'], created: 'rain' })).toEqual([])
})

test('where nothing can be made only what is found is offered', () => {
  expect(suggestionsFor({ found: [rain], taken: [], created: '' })).toEqual([rain])
})
