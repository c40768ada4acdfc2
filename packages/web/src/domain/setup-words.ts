import { lazyWords } from '../lib/lazy-words.ts'

export const useSetupWords = lazyWords({
  'zh-CN': () => import('../locales/setup/zh-CN.json'),
  'en-US': () => import('../locales/setup/en-US.json'),
  'ja-JP': () => import('../locales/setup/ja-JP.json'),
})

/** The folder browser uses the messages of the storage page. */
export const useFolderWords = lazyWords({
  'zh-CN': () => import('../locales/storages/zh-CN.json'),
  'en-US': () => import('../locales/storages/en-US.json'),
  'ja-JP': () => import('../locales/storages/ja-JP.json'),
})
