/** Handles shortcuts of the installed app, which are given in the URL fragment. */
import { listContinued } from '@koedana/contract/progress.ts'
import type { AnyRouter } from '@tanstack/react-router'
import { call } from '../domain/api.ts'
import { isLoggedIn } from '../domain/session.ts'

/** Call it once when the app opens. */
export async function handleLaunchShortcut(router: AnyRouter): Promise<void> {
  const { hash } = router.latestLocation
  if (hash === 'search') document.querySelector<HTMLInputElement>('search input')?.focus()
  if (hash !== 'continue' || !isLoggedIn()) return
  const continued = await call(listContinued, { query: { pageSize: 1 } }).catch(() => undefined)
  const workId = continued?.items[0]?.work.id
  // The user presses play: browsers do not allow autoplay.
  if (workId !== undefined) await router.navigate({ to: '/work/$workId', params: { workId }, replace: true })
}
