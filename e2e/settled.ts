/** Waits until a page has settled: its responses are drawn and nothing moves. */
import type { Page, Request } from 'playwright-core'

declare global {
  /** The React roots of this page; undefined if `noteRoots` did not run. */
  var drawnRoots: Set<DrawnRoot> | undefined
}

/** A React root, as React reports it to developer tools. */
interface DrawnRoot {
  /** Timer of a render that is not shown yet; -1 without one. */
  timeoutHandle: unknown
}

/** Runs in a page before its scripts. React reports its roots to this hook. */
export function noteRoots(): void {
  const roots = new Set<DrawnRoot>()
  const onCommitFiberRoot = (_renderer: unknown, root: DrawnRoot) => roots.add(root)
  const hook = { supportsFiber: true, inject: () => 1, checkDCE: () => undefined, onCommitFiberRoot }
  Object.assign(globalThis, { drawnRoots: roots, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}

const underWay = new WeakMap<Page, Set<Request>>()

/** Must be called before the page opens. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  // Audio keeps loading while it plays.
  page.on('request', (request) => request.resourceType() !== 'media' && requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  page.on('response', (response) => {
    // Event streams never end.
    if (response.headers()['content-type']?.startsWith('text/event-stream')) {
      requests.delete(response.request())
    }
  })
}

/** Checks in a row: a response may cause another request only after it is drawn. */
const looks = 3
const patienceMs = 60_000

/** Waits until the page has settled; throws with the reason if it does not. */
export async function settled(page: Page): Promise<void> {
  const requests = underWay.get(page)
  if (!requests) throw new Error('this page is not watched')
  const deadline = Date.now() + patienceMs
  for (let rests = 0; rests < looks; ) {
    const missing = await page.evaluate(missingOnPage)
    const isAtRest = missing === undefined && requests.size === 0
    rests = isAtRest ? rests + 1 : 0
    if (!isAtRest && Date.now() > deadline) {
      const pending = [...requests].map((request) => request.url()).join(', ')
      throw new Error(`${page.url()} does not come to rest: ${missing ?? `still requests ${pending}`}`)
    }
  }
}

/** Runs in the page. Waits two frames and returns what is still missing. */
async function missingOnPage(): Promise<string | undefined> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const seen = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  if (seen('main h1, main form').length === 0) return 'it has no heading and no form'
  // Parts far below the viewport load when the user scrolls near them.
  const isInSight = (element: Element) => element.getBoundingClientRect().top <= innerHeight
  if (seen('main .skeleton').some(isInSight)) return 'a skeleton is in sight'
  const cards = [...document.querySelectorAll('main [data-card] a')]
  if (cards.length > 1 && cards.every((link) => !link.hasAttribute('tabindex')))
    return 'the keys of the list are not there'
  // React delays the content of a Suspense boundary by up to 300 ms.
  const isPutOff = (root: DrawnRoot) => root.timeoutHandle !== -1
  if ([...(globalThis.drawnRoots ?? [])].some(isPutOff)) return 'what is drawn is not shown yet'
  const isMoving = (animation: Animation) =>
    animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity
  return document.getAnimations().some(isMoving) ? 'something moves' : undefined
}
