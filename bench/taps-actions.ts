/** The actions of a listener in an evening, in order, each with the part of the page that responds. */
import type { Page } from 'playwright-core'

export interface Action {
  readonly name: string
  readonly press: (page: Page) => Promise<void>
  /** A CSS selector: the response is complete once its elements appear, disappear or change. */
  readonly response: string
  /** Prepares the action; not measured. */
  readonly before?: (page: Page) => Promise<void>
}

/** Actions that follow each other on one page. */
export interface Scene {
  readonly path: string
  readonly acts: readonly Action[]
}

/** The work that the benchmark adds to the demo library: its tracks are long enough for all actions. */
export const longWork = 'RJ90900001'

/** Milliseconds between press and release: work that a page does on press is finished before the release. */
export const clickOptions = { delay: 50 } as const

const bar = 'section[aria-label="Player"]'
const dialog = '[role="dialog"], dialog[open]'
const title = 'main h1'

const main = (page: Page) => page.getByRole('main')
const player = (page: Page) => page.getByRole('region', { name: 'Player' })
const large = (page: Page) => page.getByRole('dialog', { name: 'Now playing' })

const button =
  (name: string, part: (page: Page) => ReturnType<typeof main> = main) =>
  (page: Page): Promise<void> =>
    part(page).getByRole('button', { name, exact: true }).first().click(clickOptions)

const link =
  (name: string, part: (page: Page) => ReturnType<typeof main> = main) =>
  (page: Page): Promise<void> =>
    part(page).getByRole('link', { name, exact: true }).first().click(clickOptions)

const key =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.keyboard.press(name)

const focused = (role: 'slider' | 'combobox', name: string, part = main) => ({
  before: (page: Page) => part(page).getByRole(role, { name, exact: true }).first().focus(),
})

const browse = (page: Page) => page.getByRole('navigation', { name: 'Browse' })

const inDialog = '[role="dialog"]'

const playing: Scene = {
  path: `/work/${longWork}`,
  acts: [
    {
      name: 'play',
      press: (page) => main(page).locator('.btn-primary').click(clickOptions),
      response: 'main .btn-primary',
    },
    { name: 'pause', press: button('Pause', player), response: `${bar} button[aria-label="Play"]` },
    {
      name: '15 s on',
      press: button('Forward 15 seconds', player),
      response: `${bar} [aria-label="Position"]`,
    },
    {
      name: 'seek by a key',
      ...focused('slider', 'Position', player),
      press: key('ArrowRight'),
      response: `${bar} [aria-label="Position"]`,
    },
    { name: 'go on', press: button('Play', player), response: `${bar} button[aria-label="Pause"]` },
    { name: 'next track', press: button('Next track', player), response: `${bar} p` },
    {
      name: 'a track of the list',
      press: (page) => main(page).getByRole('button', { name: /Rain / }).first().click(clickOptions),
      response: `${bar} p`,
    },
    {
      name: 'speed',
      ...focused('combobox', 'Speed', player),
      press: key('ArrowDown'),
      response: `${bar} select[aria-label="Speed"]`,
    },
    { name: 'mute', press: button('Mute', player), response: `${bar} button[aria-label$="ute"]` },
    { name: 'sleep timer', press: button('Sleep timer', player), response: dialog },
    {
      name: 'sleep in 30 min',
      press: (page) => page.getByRole('dialog').getByRole('button', { name: /^30/ }).click(clickOptions),
      response: dialog,
    },
    { name: 'close the timer', press: key('Escape'), response: dialog },
    { name: 'queue', press: button('Queue', player), response: dialog },
    { name: 'close the queue', press: key('Escape'), response: dialog },
    { name: 'full player', press: button('Open the full player', player), response: dialog },
    {
      name: 'a line of lyrics',
      press: (page) =>
        large(page)
          .getByRole('button', { name: /Have some tea/ })
          .click(clickOptions),
      response: `${inDialog} [aria-current]`,
    },
    { name: 'queue beside it', press: button('Queue', large), response: `${inDialog} [aria-pressed]` },
    { name: 'lyrics beside it', press: button('Lyrics', large), response: `${inDialog} [aria-pressed]` },
    { name: 'shuffle', press: button('Shuffle', large), response: `${inDialog} [aria-pressed]` },
    { name: 'night mode', press: button('Night mode', large), response: dialog },
    { name: 'leave the full player', press: key('Escape'), response: dialog },
  ],
}

const group = (name: string) => (page: Page) => main(page).getByRole('group', { name })

const marking: Scene = {
  path: `/work/${longWork}`,
  acts: [
    { name: 'favorite', press: button('Favorite'), response: 'main button[aria-pressed]' },
    { name: 'progress', press: button('Want to hear', group('Progress')), response: 'main [aria-pressed]' },
    { name: 'own rating', press: button('4 stars', group('My rating')), response: 'main [aria-pressed]' },
    { name: 'add a note', press: button('Add a note'), response: 'main textarea' },
    { name: 'type a note', press: key('r'), response: 'main textarea' },
    { name: 'add a tag', press: button('Add a tag'), response: 'main section input' },
    { name: 'add to playlist', press: button('Add to playlist…'), response: `${dialog}, [role="menu"]` },
    { name: 'close it', press: key('Escape'), response: `${dialog}, [role="menu"]` },
    {
      name: 'menu of a track',
      press: (page) =>
        main(page)
          .getByRole('listitem')
          .filter({ hasText: 'Rain' })
          .first()
          .click({ ...clickOptions, button: 'right' }),
      response: '[role="menu"]',
    },
    { name: 'close the menu', press: key('Escape'), response: '[role="menu"]' },
  ],
}

const firstCard = (page: Page) => main(page).getByRole('article').first()

const browsing: Scene = {
  path: '/works',
  acts: [
    {
      name: 'filter chip',
      press: button('In my library', group('Show')),
      response: 'main [aria-pressed="true"]',
    },
    { name: 'sort', ...focused('combobox', 'Sort'), press: key('ArrowDown'), response: 'main article h2' },
    {
      name: 'density',
      ...focused('combobox', 'Density'),
      press: key('ArrowDown'),
      response: 'main select[aria-label="Density"]',
    },
    {
      name: 'favorite of a card',
      press: (page) =>
        firstCard(page)
          .getByRole('button', { name: /favorites/ })
          .click(clickOptions),
      response: 'main article button',
    },
    {
      name: 'select a card',
      press: (page) => page.keyboard.press('x'),
      before: (page) => firstCard(page).getByRole('link').first().focus(),
      response: 'main article [role="checkbox"], main article input, main article',
    },
    {
      name: 'select another',
      press: (page) => page.keyboard.press('x'),
      before: (page) => main(page).getByRole('article').nth(1).getByRole('link').first().focus(),
      response: 'main article [role="checkbox"], main article input, main article',
    },
    {
      name: 'clear the selection',
      press: key('Escape'),
      response: 'main article [role="checkbox"], main article input, main article',
    },
    {
      name: 'menu of a card',
      press: (page) => firstCard(page).click({ ...clickOptions, button: 'right' }),
      response: '[role="menu"]',
    },
    { name: 'close the menu', press: key('Escape'), response: '[role="menu"]' },
    {
      name: 'open a work',
      press: (page) => firstCard(page).getByRole('link').first().click(clickOptions),
      response: title,
    },
  ],
}

const finding: Scene = {
  path: '/',
  acts: [
    {
      name: 'type a search',
      before: (page) => page.getByRole('combobox', { name: 'Search' }).focus(),
      press: key('r'),
      response: 'header input',
    },
    { name: 'another letter', press: key('a'), response: 'header input' },
    { name: 'search', press: key('Enter'), response: title },
    { name: 'palette', press: key('Control+k'), response: dialog },
    {
      name: 'type a command',
      before: (page) => page.getByRole('dialog').getByRole('combobox').focus(),
      press: key('s'),
      response: `${dialog}, [role="dialog"] input`,
    },
    { name: 'close the palette', press: key('Escape'), response: dialog },
  ],
}

const going: Scene = {
  path: '/',
  acts: [
    { name: 'works', press: link('Works', browse), response: title },
    { name: 'favorites', press: link('Favorites', browse), response: title },
    { name: 'playlists', press: link('Playlists', browse), response: title },
    { name: 'history', press: link('History', browse), response: title },
    { name: 'circles', press: link('Circles', browse), response: title },
    {
      name: 'sort circles',
      ...focused('combobox', 'Sort'),
      press: key('ArrowDown'),
      response: 'main select',
    },
    { name: 'a circle', press: link('Quiet Room'), response: title },
    { name: 'genres', press: link('Genres', browse), response: title },
    { name: 'rankings', press: link('Rankings', browse), response: title },
    {
      name: 'settings',
      press: (page) =>
        page
          .getByRole('navigation', { name: 'More' })
          .getByRole('link', { name: 'Settings' })
          .click(clickOptions),
      response: title,
    },
    {
      name: 'density for good',
      press: (page) => main(page).getByText('Compact', { exact: true }).click(clickOptions),
      response: 'main input',
    },
    {
      name: 'dark',
      press: (page) => main(page).getByText('Dark', { exact: true }).click(clickOptions),
      response: 'html, main input',
    },
    {
      name: 'language',
      press: (page) => main(page).getByText('日本語', { exact: true }).click(clickOptions),
      response: title,
    },
    {
      name: 'language back',
      press: (page) => main(page).getByText('English', { exact: true }).click(clickOptions),
      response: title,
    },
    { name: 'home', press: link('Home', browse), response: title },
  ],
}

export const scenes: readonly Scene[] = [playing, marking, browsing, finding, going]
