import { lazyWords } from '../../../lib/lazy-words.ts'

export const useFileWords = lazyWords({
  'zh-CN': () => import('../../../locales/files/zh-CN.json'),
  'en-US': () => import('../../../locales/files/en-US.json'),
  'ja-JP': () => import('../../../locales/files/ja-JP.json'),
})
