import { lazyWords } from '../../../lib/lazy-words.ts'

export const useEditingWords = lazyWords({
  'zh-CN': () => import('../../../locales/editing/zh-CN.json'),
  'en-US': () => import('../../../locales/editing/en-US.json'),
  'ja-JP': () => import('../../../locales/editing/ja-JP.json'),
})
