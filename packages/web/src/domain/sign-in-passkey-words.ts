import { lazyWords } from '../lib/lazy-words.ts'

export const usePasskeyWords = lazyWords({
  'zh-CN': () => import('../locales/passkeys/zh-CN.json'),
  'en-US': () => import('../locales/passkeys/en-US.json'),
  'ja-JP': () => import('../locales/passkeys/ja-JP.json'),
})
