/** Reads what a shortcut of the installed app opens beside its page, by the fragment of the address. */
import { listContinued } from '@koedana/contract/progress.ts'
import type { AnyRouter } from '@tanstack/react-router'
import { call } from '../domain/api.ts'
import { isLoggedIn } from '../domain/session.ts'

/** Called once, as the app is opened. */
export async function launch(router: AnyRouter): Promise<void> {
  const { hash } = router.latestLocation
  if (hash === 'search') document.querySelector<HTMLInputElement>('search input')?.focus()
  if (hash !== 'continue' || !isLoggedIn()) return
  const continued = await call(listContinued, { query: { pageSize: 1 } }).catch(() => undefined)
  const workId = continued?.items[0]?.work.id
  // A press of play is left to the listener: no browser lets a page begin by itself.
  if (workId !== undefined) await router.navigate({ to: '/work/$workId', params: { workId }, replace: true })
}
