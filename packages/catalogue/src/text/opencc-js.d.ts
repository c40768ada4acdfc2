/** Character tables of OpenCC: `万 萬|与 與|…`, of several on the right the first is the usual one. */
declare module 'opencc-js/dict/*' {
  const table: string
  export default table
}
