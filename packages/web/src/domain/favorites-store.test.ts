import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from './testing/browser.ts'

const id = 'RJ90000001'

/** Pending requests, which the test responds to. */
let waiting: { readonly method: string; readonly response: (status: number, body?: object) => void }[] = []

beforeEach(() => {
  vi.resetModules()
  waiting = []
  fakeBrowser()
  vi.stubGlobal('fetch', (_url: string, { method = 'GET' }: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const response = (status: number, body: object = { error: 'No.' }) =>
      resolve(new Response(status === 204 ? null : JSON.stringify(body), { status }))
    waiting.push({ method, response })
    return promise
  })
})
afterEach(() => vi.unstubAllGlobals())

async function opened() {
  const { fetchMarks, setFavorite, useFavorites } = await import('./favorites-store.ts')
  return { fetchMarks, setFavorite, isShown: () => useFavorites.getState().known[id] }
}

/** Responds to the next request with this status. */
async function response(method: string, status: number): Promise<void> {
  await expect.poll(() => waiting.length).toBe(1)
  const [requested] = waiting.splice(0)
  expect(requested?.method).toBe(method)
  requested?.response(status)
}

test.each([
  ['added', true, 'PUT'],
  ['taken away', false, 'DELETE'],
] as const)('one that is %s shows at once, and stays', async (_, isFavorite, method) => {
  const { setFavorite, isShown } = await opened()
  const done = setFavorite(id, isFavorite)
  expect(isShown()).toBe(isFavorite)
  await response(method, 204)
  await done
  expect(isShown()).toBe(isFavorite)
})

test.each([
  ['added', true, 'PUT'],
  ['taken away', false, 'DELETE'],
] as const)('one that may not be %s is put back', async (_, isFavorite, method) => {
  const { setFavorite, isShown } = await opened()
  const done = expect(setFavorite(id, isFavorite)).rejects.toMatchObject({ status: 403 })
  expect(isShown()).toBe(isFavorite)
  await response(method, 403)
  await done
  expect(isShown()).toBe(!isFavorite)
})

test('of quick presses what the server has is shown in the end, whichever of them it refused', async () => {
  for (const [first, second, has] of [
    [204, 204, false],
    [204, 403, true],
    [403, 204, false],
    [403, 403, false],
  ] as const) {
    const { setFavorite, isShown } = await opened()
    const done = Promise.allSettled([setFavorite(id, true), setFavorite(id, false)])
    await response('PUT', first)
    expect(isShown()).toBe(false)
    await response('DELETE', second)
    const settled = await done
    expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([first === 204, second === 204])
    expect(isShown(), `${first}, ${second}`).toBe(has)
  }
})

test('what is pressed while the marks are loading stays, whatever they say', async () => {
  const { fetchMarks, setFavorite, isShown } = await opened()
  const marks = fetchMarks([id])
  const done = setFavorite(id, true)
  await expect.poll(() => waiting.length).toBe(2)
  const respond = (method: string, status: number, body?: object) =>
    waiting.find((request) => request.method === method)?.response(status, body)
  respond('GET', 200, { items: [{ id, favorite: false }] })
  await marks
  expect(isShown()).toBe(true)
  respond('PUT', 204)
  await done
  expect(isShown()).toBe(true)
})
