/** Accounts of a running server, and browsers that are logged in to them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { login } from '@koedana/contract/auth.ts'
import type { LoginResult } from '@koedana/contract/session.ts'
import type { Browser, Page } from 'playwright-core'
import { clientOf } from './api.ts'
import { beginWith, fill, makeDemo } from './begin.ts'
import { openPage, type PageOptions, type WatchedPage } from './browser.ts'
import type { DataFolder } from './server.ts'
import { t } from './words.ts'

const main = fileURLToPath(new URL('../packages/server/src/main.ts', import.meta.url))

export const password = 'lantern moss 7'

/** Returns the demo library with an administrator `haruka` and a member `midori` with the age limit R-15. */
export const peopledFolder = (): Promise<DataFolder> => beginWith('people', makePeopled)

export async function makePeopled(folder: string): Promise<void> {
  await fill(folder, 'demo', makeDemo)
  await addUser(folder, 'haruka', '--role', 'admin')
  await addUser(folder, 'midori', '--age', 'r15')
}

/** Runs `koedana user add` in a data folder. All accounts have the same password. */
export async function addUser(folder: string, name: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: folder }
  const child = spawn(process.execPath, [main, 'user', 'add', name, ...args], { env })
  child.stdin.end(`${password}\n`)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`user add ${name} ended with ${code}: ${said}`)
}

export const signInTo = (origin: string, username: string): Promise<LoginResult> =>
  clientOf(origin)(login, { body: { username, password } })

/** Returns a page that is already logged in, as after an earlier visit. */
export async function openPageAs(
  browser: Browser,
  { origin, signedIn }: { readonly origin: string; readonly signedIn: LoginResult },
  options: PageOptions = { language: 'en-US' },
): Promise<WatchedPage> {
  const watched = await openPage(browser, options)
  await watched.page.goto(`${origin}/icon.svg`)
  await keepSession(watched.page, signedIn)
  return watched
}

/** Stores the session as the client does; other tabs of this browser notice it. */
export const keepSession = (page: Page, signedIn: LoginResult): Promise<void> =>
  page.evaluate(({ user, token, exp }) => {
    localStorage.setItem('auth.user', JSON.stringify(user))
    localStorage.setItem('auth.exp', String(exp))
    localStorage.setItem('auth.token', token)
  }, signedIn)

export async function fillLogin(page: Page, username: string, typed = password): Promise<void> {
  await page.getByLabel(t('account.username')).fill(username)
  await page.getByLabel(t('account.password'), { exact: true }).fill(typed)
  await page.getByRole('button', { name: t('auth.login') }).click()
}

/** Returns the storage keys of the session. */
export const sessionKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('auth.'))
      .sort(),
  )

export const allSessionKeys = ['auth.exp', 'auth.token', 'auth.user']

/** Returns the notices with this text at the bottom of the screen. */
export const notices = (page: Page, sentence: string | RegExp) =>
  page.locator('#root > [aria-live] p', { hasText: sentence })
