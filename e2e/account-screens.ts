/** Gallery: account and dashboard screens. */
import type { Page } from 'playwright-core'
import { fillAccount } from './newcomer.ts'
import type { Screen } from './screen.ts'

export const accountScreens: Readonly<Record<string, Screen>> = {
  setup: { path: '/setup', isFresh: true },
  'setup-folders': { path: '/setup', isFresh: true, act: (page) => beginSetup(page) },
  'setup-visitors': {
    path: '/setup',
    isFresh: true,
    act: async (page) => {
      await beginSetup(page)
      await page.locator('main form .btn-primary').click()
      await page.locator('main form fieldset').first().waitFor()
    },
  },
  'home-fresh': { path: '/', isFresh: true },
  login: { path: '/auth/login?redirect=%2Faccount' },
  'login-empty': { path: '/auth/login', act: (page) => page.locator('main form button').click() },
  register: { path: '/auth/register' },
  'register-wrong': { path: '/auth/register', act: (page) => page.locator('main form button').click() },
  'account-end': { path: '/account', as: 'midori', act: (page) => scrollToEnd(page) },
  'own-data': {
    path: '/account',
    as: 'midori',
    act: async (page) => {
      const form = page.locator('main input[type=file]').first()
      await form.waitFor({ state: 'attached' })
      await form.evaluate((input) => input.closest('section')?.scrollIntoView())
      await page.waitForTimeout(300)
    },
  },
  'provider-failed': { path: '/auth/provider' },
  account: { path: '/account', as: 'midori' },
  'account-guest': { path: '/account', as: 'guest' },
  'account-leave': { path: '/account', as: 'guest', act: (page) => openDialog(page, 'main header .btn') },
  'settings-member': { path: '/settings', as: 'midori', act: (page) => scrollToEnd(page) },
  'settings-visitor': { path: '/settings', act: (page) => scrollToEnd(page) },
  'favorites-empty': { path: '/favorites', as: 'guest' },
  favorites: { path: '/favorites', as: 'midori' },
  'playlists-empty': { path: '/lists', as: 'guest' },
  playlists: { path: '/lists', as: 'midori' },
  playlist: {
    path: '/lists',
    as: 'midori',
    act: async (page) => {
      await page.locator('article a').first().click()
      await page.locator('main ol > li').first().waitFor()
    },
  },
  'playlist-new': {
    path: '/lists',
    as: 'midori',
    act: (page) => openDialog(page, 'main .btn-primary'),
  },
  'playlist-add': {
    path: '/work/RJ90000027',
    as: 'midori',
    act: (page) => openDialog(page, 'main button:has(.tabler-icon-playlist-add)'),
  },
  'follows-empty': { path: '/follows', as: 'guest' },
  follows: { path: '/follows', as: 'midori' },
  'home-layout': {
    path: '/',
    as: 'midori',
    act: (page) => openDialog(page, 'main .btn:has(.tabler-icon-adjustments-horizontal)'),
  },
  'home-random': {
    path: '/',
    as: 'midori',
    act: (page) => openDialog(page, 'main button:has(.tabler-icon-dice-5)'),
  },
  'home-rows': {
    path: '/',
    as: 'midori',
    act: async (page) => {
      await page.mouse.wheel(0, 900)
      await page.waitForTimeout(800)
    },
  },
  'view-new': {
    path: '/works?minRating=4&inLibrary=true',
    as: 'midori',
    act: (page) => openDialog(page, 'main button:has(.tabler-icon-bookmark)'),
  },
  views: {
    path: '/works?minRating=4',
    as: 'midori',
    act: (page) => openDialog(page, 'main button:has(.tabler-icon-bookmark-filled)'),
  },
  'home-member': { path: '/', as: 'midori' },
  'works-member': { path: '/works', as: 'midori' },
  'work-member': { path: '/work/RJ90000027', as: 'midori' },
  history: { path: '/history', as: 'midori' },
  'history-empty': { path: '/history', as: 'guest' },
  'statistics-empty': { path: '/statistics', as: 'guest' },
  'statistics-end': { path: '/statistics', as: 'midori', act: (page) => scrollToEnd(page) },
  statistics: { path: '/statistics', as: 'midori' },
  announcements: { path: '/announcements' },
  announcement: {
    path: '/announcements',
    act: async (page) => {
      await page.locator('main a[href*="/announcement/"]').first().click()
      await page.locator('main h1').waitFor()
      await page.waitForTimeout(600)
    },
  },
  'language-offer': {
    path: '/',
    before: async (page) => {
      await page.addInitScript(() => {
        const locale = localStorage.getItem('locale')
        localStorage.removeItem('locale')
        Object.defineProperty(navigator, 'languages', { value: [locale === 'ja-JP' ? 'ja' : 'en-GB'] })
      })
    },
    act: async (page) => {
      await page.locator('section[lang] .btn-primary').waitFor()
      await page.waitForTimeout(300)
    },
  },
  users: { path: '/admin/users', as: 'haruka' },
  'users-none': { path: '/admin/users?q=zzz', as: 'haruka' },
  'user-new': { path: '/admin/users', as: 'haruka', act: (page) => openDialog(page, 'main .btn-primary') },
  'user-delete': {
    path: '/admin/users',
    as: 'haruka',
    act: (page) => openDialog(page, 'tbody tr:first-child .btn-icon:last-child'),
  },
  keys: {
    path: '/admin/keys',
    as: 'haruka',
    act: (page) => page.locator('tbody input').first().check(),
  },
  'key-new': { path: '/admin/keys', as: 'haruka', act: (page) => openDialog(page, 'main .btn-primary') },
  'key-delete': {
    path: '/admin/keys',
    as: 'haruka',
    act: async (page) => {
      await page.locator('thead input').check()
      await openDialog(page, 'main .text-neg')
    },
  },
}

async function openDialog(page: Page, opener: string): Promise<void> {
  await page.locator(opener).last().click()
  await page.locator('[role=dialog], [role=alertdialog]').waitFor()
  await page.waitForTimeout(300)
}

async function scrollToEnd(page: Page): Promise<void> {
  await page
    .locator('main section')
    .last()
    .evaluate((section) => section.scrollIntoView())
  await page.waitForTimeout(300)
}

async function beginSetup(page: Page): Promise<void> {
  await fillAccount(page)
  await page.locator('main form .btn-primary').click()
  await page.locator('main form input[placeholder]').waitFor()
}
