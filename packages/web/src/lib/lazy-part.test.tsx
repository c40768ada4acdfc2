import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyPart } from './lazy-part.ts'

const part = () => {
  let loads = 0
  const Part = lazyPart(async () => {
    loads += 1
    return ({ name }: { readonly name: string }) => <p>{name}</p>
  })
  const draw = () =>
    renderToString(
      <Suspense fallback="waiting">
        <Part name="rain" />
      </Suspense>,
    )
  return { Part, draw, loads: () => loads }
}

test('what was loaded ahead is drawn at once, with nothing shown before', async () => {
  const { Part, draw, loads } = part()
  await Part.load()
  expect(draw()).toContain('<p>rain</p>')
  expect(draw()).not.toContain('waiting')
  await Part.load()
  expect(loads()).toBe(1)
})

test('what was not loaded is waited for', () => {
  expect(part().draw()).toContain('waiting')
})

test('what could not be loaded is loaded again', async () => {
  let isDown = true
  const Part = lazyPart(async () => {
    if (isDown) throw new Error('away')
    return () => <p>here</p>
  })
  await expect(Part.load()).rejects.toThrow('away')
  isDown = false
  await Part.load()
  expect(renderToString(<Part />)).toBe('<p>here</p>')
})
