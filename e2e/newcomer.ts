/** Goes through the first run as a newcomer, in any language, and counts presses. */
import type { Locator, Page } from 'playwright-core'
import { password } from './people.ts'
import { pattern, t, textIn } from './words.ts'

export interface Newcomer {
  readonly press: (locator: Locator) => Promise<void>
  readonly presses: () => number
}

export function newcomer(): Newcomer {
  let count = 0
  return {
    press: async (locator) => {
      count += 1
      await locator.click()
    },
    presses: () => count,
  }
}

export const words = {
  'zh-CN': {
    prompt: undefined,
    next: '下一步',
    path: '服务器上的路径',
    use: '使用这个文件夹',
    demo: /^先用示例作品看看/,
    moving: new RegExp(textIn('zh-CN', 'setup.moving')),
    finish: '完成',
    isDone: '本服务器已完成设置',
    play: '播放',
  },
  'en-US': {
    prompt: 'English',
    next: t('setup.next'),
    path: t('setup.folderPath'),
    use: t('setup.useFolder'),
    demo: /^Look around with demo works/,
    moving: pattern('setup.moving'),
    finish: t('setup.finish'),
    isDone: t('setup.done'),
    play: t('work.play'),
  },
  'ja-JP': {
    prompt: '日本語',
    next: '次へ',
    path: 'サーバー上のパス',
    use: 'このフォルダーを使う',
    demo: /^サンプル作品で試す/,
    moving: new RegExp(textIn('ja-JP', 'setup.moving')),
    finish: '完了',
    isDone: '設定は済んでいます',
    play: '再生',
  },
} as const
export type Language = keyof typeof words

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

export async function fillAccount(page: Page, username = 'haruka'): Promise<void> {
  const main = page.getByRole('main')
  await main.locator('input[autocomplete=username]').fill(username)
  for (const at of [0, 1]) await main.locator('input[type=password]').nth(at).fill(password)
}

export interface Steps {
  readonly page: Page
  readonly language: Language
  /** Set if presses are counted. */
  readonly who?: Newcomer
}

/** Goes from the first step to the folder step. */
export async function toFolders({ page, language, who = newcomer() }: Steps): Promise<void> {
  await fillAccount(page)
  await who.press(button(page, words[language].next))
  await page.getByLabel(words[language].path, { exact: true }).waitFor()
}

/** Chooses a folder of works and finishes the set-up. */
export async function useFolder({ page, language, who = newcomer() }: Steps, path: string): Promise<void> {
  await page.getByLabel(words[language].path, { exact: true }).fill(path)
  await who.press(button(page, words[language].use))
  await who.press(button(page, words[language].finish))
  await page.getByRole('heading', { level: 1, name: words[language].isDone }).waitFor()
}
