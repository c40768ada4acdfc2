/** When a page has nothing under way any more: what it asked for came, and was drawn. */
import type { Page, Request } from 'playwright-core'

const underWay = new WeakMap<Page, Set<Request>>()

/** A page whose rest is asked for is watched from its beginning. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  page.on('response', (response) => {
    // A stream of events never ends.
    if (response.headers()['content-type']?.startsWith('text/event-stream')) {
      requests.delete(response.request())
    }
  })
}

/** How often in a row a page is found at rest: an answer may lead to a question only once it was drawn. */
const looks = 3
/** Whatever takes longer, such as a sound that is loaded, is not waited for. */
const patienceMs = 5_000

export async function settled(page: Page): Promise<void> {
  const requests = underWay.get(page)
  if (!requests) throw new Error('this page is not watched')
  const deadline = Date.now() + patienceMs
  for (let rests = 0; rests < looks && Date.now() < deadline; ) {
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    rests = requests.size === 0 ? rests + 1 : 0
  }
}
