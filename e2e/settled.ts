/** Waits until a page is at rest: its responses are there and drawn, and nothing moves any more. */
import type { Page, Request } from 'playwright-core'

declare global {
  /** Returns what React has drawn into this page; undefined where `noteRoots` did not run. */
  var drawnRoots: Set<DrawnRoot> | undefined
}

/** The root of a drawing, as React reports it to the developer tools. */
interface DrawnRoot {
  /** The timer of what is drawn and not shown yet; -1 without one. */
  timeoutHandle: unknown
}

/** Runs on a page before its scripts: React reports its roots to a hook that is there as it begins. */
export function noteRoots(): void {
  const roots = new Set<DrawnRoot>()
  const onCommitFiberRoot = (_renderer: unknown, root: DrawnRoot) => roots.add(root)
  const hook = { supportsFiber: true, inject: () => 1, checkDCE: () => undefined, onCommitFiberRoot }
  Object.assign(globalThis, { drawnRoots: roots, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}

const underWay = new WeakMap<Page, Set<Request>>()

/** A page whose rest is awaited is watched from its beginning. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  // A sound loads for as long as it is played.
  page.on('request', (request) => request.resourceType() !== 'media' && requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  page.on('response', (response) => {
    // A stream of events never ends.
    if (response.headers()['content-type']?.startsWith('text/event-stream')) {
      requests.delete(response.request())
    }
  })
}

/** How often in a row a page is found at rest: a response may lead to a request only once it was drawn. */
const looks = 3
const patienceMs = 60_000

/** Fails if a page does not come to rest, and says what it waited for. */
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

/** Runs on the page: returns, two frames later, what is not there yet. */
async function missingOnPage(): Promise<string | undefined> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const seen = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  if (seen('main h1, main form').length === 0) return 'it has no heading and no form'
  // What lies far below loads when somebody comes near.
  const isInSight = (element: Element) => element.getBoundingClientRect().top <= innerHeight
  if (seen('main .skeleton').some(isInSight)) return 'a skeleton is in sight'
  const cards = [...document.querySelectorAll('main [data-card] a')]
  if (cards.length > 1 && cards.every((link) => !link.hasAttribute('tabindex')))
    return 'the keys of the list are not there'
  // What was waited for is shown 300 ms after what came before it at the earliest.
  const isPutOff = (root: DrawnRoot) => root.timeoutHandle !== -1
  if ([...(globalThis.drawnRoots ?? [])].some(isPutOff)) return 'what is drawn is not shown yet'
  const isMoving = (animation: Animation) =>
    animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity
  return document.getAnimations().some(isMoving) ? 'something moves' : undefined
}
