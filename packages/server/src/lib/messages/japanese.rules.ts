import type { Catalog } from './messages.rules.ts'

export const japanese: Catalog = {
  'task.unexpected': '予期しないエラーが発生しました。詳しくはサーバーのログを確認してください。',
  'disk.short':
    '{folder} のディスクの空きが {freeMib, number} MiB しかありません（MIN_FREE_MIB は {minFreeMib, number}）。空きを増やしてから、もう一度タスクを開始してください。',

  'marketplace.waiting': 'マーケットが応答していません。待機しています。',
  'marketplace.responding': 'マーケットがふたたび応答しています。',
  'marketplace.skipped': '設定でマーケットがオフになっているため、スキップしました。',
  'marketplace.silent': 'マーケットから {minutes, number} 分間応答がありません。ここまでの結果は残ります。',
  'marketplace.switchedOff': '設定でマーケットがオフになりました。ここまでの結果は残ります。',
  'marketplace.blocked':
    'マーケットがこのサーバーを拒否しています。国またはアドレスが制限されている可能性があります。設定でプロキシを指定できます。ここまでの結果は残ります。',

  'scan.finished':
    '{root}：作品 {works, number} 件（新規 {newWorks, number} 件）、新しいファイル {newFiles, number} 個、見つからないファイル {missing, number} 個',
  'scan.disconnected':
    '{root}：スキャン中に接続が切れました。新しいファイル {newFiles, number} 個、見つからないとされたファイルはありません',
  'scan.failed': '{root}：スキャンしていません（スキャンに失敗しました）',
  'scan.notMounted': '{root}：スキャンしていません（接続されていません）',
  'scan.emptied': '{root}：スキャンしていません（空ですが、以前は作品がありました）',
  'scan.moreFaults': 'ほか {count, number} 件',

  'scanFault.unreadable': '{path}：読み取れません',
  'scanFault.away': '{path}：接続できませんでした。既知のファイルは残ります',
  'scanFault.linkAgain': '{path}：保存場所の再連携が必要です。既知のファイルは残ります',
  'scanFault.rateLimited': '{path}：保存場所がリクエストを制限しています。既知のファイルは残ります',
  'scanFault.wrongAnswer': '{path}：保存場所から無効な応答が返りました。既知のファイルは残ります',
  'scanFault.invalidName': '{path}：名前が有効な UTF-8 ではありません',
  'scanFault.notPlain': '{path}：通常のファイルではありません',
  'scanFault.brokenLink': '{path}：リンク先のファイルがありません',
  'scanFault.linkOutside': '{path}：フォルダーの外へのリンクです',
  'scanFault.linkLoop': '{path}：上位のフォルダーへのリンクです',
  'scanFault.linkCounted': '{path}：すでに数えた項目へのリンクです',
  'scanFault.tooDeep': '{path}：フォルダーの階層が深すぎます',
  'scanFault.empty': '{path}：空です',
  'scanFault.notAudio': '{path}：拡張子は音声ですが、音声ではありません',
  'scanFault.brokenAudio': '{path}：音声が破損しています',
  'scanFault.overBudget': '{path}：読み取りに時間がかかりすぎました。タグと長さなしで登録しました',
  'scanFault.formatUnplayable': '{path}：ブラウザーで再生できない形式です。変換すると再生できます',
  'scanFault.nothingPlayable': '{path}：再生できるものがありません',
  'scanFault.changing': '{path}：まだ書き込み中です。あとでもう一度スキャンしてください',
  'scanFault.copy':
    '{path}：同じ音声が、この作品の別のフォルダーにすでにあります（この保存場所または別の保存場所）',
  'scanFault.archiveUnread': '{path}：読み取れないアーカイブ、またはその一部です。展開すると再生できます',
  'scanFault.archiveEntry':
    '{path}：展開できません。暗号化されているか、入れ子になっているか、名前が安全ではありません',
  'scanFault.brokenPicture': '{path}：読み取れる画像ではありません',
  'scanFault.lyricsTooLarge': '{path}：字幕としては大きすぎるため、読み取りませんでした',
  'scanFault.lyricsCut': '{path}：字幕の行が多すぎるため、はじめの部分だけを登録しました',
  'scanFault.lyricsEmpty': '{path}：字幕がありません',
  'scanFault.chaptersCut': '{path}：チャプターが多すぎるため、はじめの部分だけを登録しました',

  'refresh.limited': '1 回に読み取るのは {max, number} 件までです。残りは次回に読み取ります。',
  'refresh.thinned': '古い履歴データを {count, number} 行間引きました。',

  'clean.storageOff': '{root}：スキップしました（オフになっています）',
  'clean.notMounted': '{root}：スキップしました（接続されていません）',
  'clean.emptied': '{root}：スキップしました（空ですが、以前は作品がありました）',
  'clean.losesFiles':
    '{root} のファイル {total, number} 個のうち {lost, number} 個が一度にゴミ箱へ移動します（{share, number, percent}）。',
  'clean.losesWorks':
    '作品 {total, number} 件のうち {lost, number} 件が一度にゴミ箱へ移動します（{share, number, percent}）。',
  'clean.stopped':
    '何も変更していません。すべてのディスクが接続されているか確認してください。意図したものであれば、大量の移動を許可してもう一度整理してください。',

  'measure.noFfmpeg': 'このサーバーに ffmpeg が見つかりません。',

  'catalog.missing':
    'このタスクを引き継いだサーバーの feeds フォルダーに、次のカタログファイルがありません：{names}。そこへコピーするか、サーバー間でフォルダーを共有してから、もう一度お試しください。取り込み済みの行は残ります。',
  'catalog.notFound': 'カタログファイル {file} がありません。',
  'catalog.folder': 'カタログファイル {file} はファイルではなくフォルダーです。',
  'catalog.forbidden': 'カタログファイル {file} を読み取れません。サーバーに開く権限がありません。',
  'catalog.empty': 'カタログファイル {file} は空です。',
  'catalog.cutOff': 'カタログファイル {file} は途中で終わっています。',
  'catalog.notGzip': 'カタログファイル {file} は gzip で圧縮されていないか、破損しています。',
  'catalog.unreadable': 'カタログファイル {file} を読み取れません：{reason}',
  'catalogLine.tooLong': '行が {maxBytes, number} バイトを超えています。',
  'catalogLine.notUtf8': '行が UTF-8 ではありません。',
  'catalogLine.notJson': '行が JSON ではありません。',
  'catalogLine.notObject': '行がオブジェクトではありません。',
  'catalogLine.noId': '行に ID がありません。',
  'catalogLine.badId': 'ID が作品 ID ではありません。',
  'catalogLine.otherVersion':
    'ファイルのバージョンは {version} ですが、このサーバーが読み取れるのはバージョン {supported, number} です。',
  'catalogLine.dateExpected': '{field} が存在する日付ではありません（YYYY-MM-DD）。',
  'catalogLine.instantExpected': '{field} が日時ではありません（YYYY-MM-DDThh:mm:ss.sssZ）。',
  'catalogLine.textExpected': '{field} がテキストではないか、保存できない文字を含んでいます。',
  'catalogLine.textTooLong': '{field} が長すぎます。',
  'catalogLine.notInAddress': '{field} にアドレスで使えない文字が含まれています。',
  'catalogLine.required': '{field} が空です。',
  'catalogLine.integerExpected': '{field} が整数ではありません。',
  'catalogLine.numberExpected': '{field} が数値ではありません。',
  'catalogLine.numberTooSmall': '{field} が小さすぎます。',
  'catalogLine.numberTooLarge': '{field} が大きすぎます。',
  'catalogLine.listExpected': '{field} がリストではありません。',
  'catalogLine.objectExpected': '{field} がオブジェクトではありません。',
  'catalogLine.ageCategoryUnknown': '{field} が年齢区分（all、r15、r18）ではありません。',
  'catalogLine.workIdExpected': '{field} が作品 ID ではありません。',
  'catalogLine.localeUnknown': '{field} に不明な言語が指定されています。',
  'catalogLine.valueUnknown': '{field} が既知の値ではありません。',
  'catalogLine.wrongType': '{field} の型が正しくありません。',

  'backup.made': '{name}：{rows, number} 行、カバーファイル {covers, number} 個、{megabytes, number} MB。',
  'backup.noFolder': 'フォルダー {folder} がありません。',
  'backup.folderNotMade': 'バックアップのフォルダー {folder} を作成できません：{reason}',
  'backup.diskFull':
    '{folder} のディスクがいっぱいです。バックアップは作成されず、途中のファイルも残っていません。',
  'backup.beingWritten':
    '別のバックアップが {file} に書き込まれています。そうでない場合は {draft} を削除してください。',
  'backup.exists': '{file} はすでにあるため、上書きしません。',
  'backup.notWritten': 'バックアップ {file} を書き込めません：{reason}',
  'backup.noKey':
    '一緒に保存する鍵が {file} にありません。SECRET_KEY を設定している場合は、ご自身で控えを保管してください。',
  'database.empty': 'データベースにはまだ何もありません。',
  'database.newer':
    'データベースは新しいバージョンの Koedana で書き込まれています（{steps}）。そのバージョン以降を使ってください。',
  'database.noRoomForCopy': '試しに実行するには、データベースのコピーが必要です：{sizeMib, number} MiB。',

  'import.resumed': '停止後に再開しました。前に取り込んだ項目は登録済みとして数えます。',
  'import.source': '移行元：{server}',
  'import.firstRows': '一致しなかった行のうち、はじめの {max, number} 行を表示しています。',
  'import.noConfiguration':
    '設定が見つからないため、フォルダーとパスワードは移行されません。サーバーのフォルダーを指定してください。',
  'import.notScanned':
    '{name} はまだスキャンされていません。スキャンしてから、もう一度移行を実行してください。',
  'import.noteCut': '{work} に対する {user} のメモは {max, number} 文字を超えるため、残りを省きました。',
  'import.wasGuest': '{username} は移行元ではゲストでしたが、ここでは通常のアカウントになります。',
  'import.noPassword': '{username} にはまだパスワードがありません。次のコマンドで設定してください：{command}',
  'import.uploadGone': 'アップロードされたデータベースは削除されました。もう一度アップロードしてください。',
  'import.pathUnreadable': '{path} がないか、読み取れません。',
  'import.fileUnreadable': '読み取れるファイル {file} がありません。',
  'import.noKikoeru': '{paths} に kikoeru サーバーのデータベースが見つかりません。',
  'import.inMysql':
    'このサーバーのデータは MySQL にあるため、読み取れません。先に SQLite へ書き出してください。',
  'import.folderUnknown': '移行元のサーバーにフォルダー {name} はありません。あるフォルダー：{known}',
  'import.linkOutside': '{file} は {folder} の外へのリンクです。',
  'import.notSqlite': '{file} は SQLite のデータベースではありません。',
  'import.notKikoeru':
    'kikoeru サーバーのデータベースではありません。テーブル t_work または t_user がありません。',
  'import.notAudiobookshelf': 'audiobookshelf サーバーのデータベース（absdatabase.sqlite）ではありません。',
  'import.untrustedTable':
    '{file} は対応するサーバーのデータベースではありません。テーブル {table} に検査制約や計算列があるか、ビューになっています。',
  'import.corrupted':
    '{file} は破損しているため、読み取りませんでした。書き込まれないように移行元のサーバーを停止するか、最新のバックアップを使ってください。',
  'import.tooLarge': '{file} は対応するサーバーのデータベースとしては大きすぎます。',
  'import.tooSlow':
    '{file} は対応するサーバーのデータベースとしては大きすぎます。読み取りに {maxMib, number} MiB を超えるメモリー、または {maxMinutes, number} 分を超える時間がかかります。',
  'import.noRoomForCopy':
    '{file} のコピーには {folder} に {sizeMib, number} MiB の空きが必要です。TMPDIR に空きのあるフォルダーを指定してください。',
  'import.notCopied': '{file} をコピーできません：{reason}',
}
