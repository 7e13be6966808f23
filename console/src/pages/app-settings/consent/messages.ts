// Messages of withdrawn consent in the settings of an app.
import { defineMessages, defineNames } from '../../../i18n/messages.ts';

/** Why a line of a file is refused. */
export const useProblemNames = defineNames({
  en: {
    id: 'The id is empty, too long or contains blanks.',
    no_time: 'The line has no time. Enter the date of the file above.',
    time: 'The time cannot be read.',
    state: 'The state is neither withdrawn nor given.',
    future: 'The time is in the future.',
    contradiction: 'The store said the opposite at the same time. Use a file with exact times.',
  },
  ko: {
    id: 'ID가 비어 있거나 너무 길거나 공백이 있습니다.',
    no_time: '시각이 없는 줄입니다. 위에서 파일의 날짜를 입력하세요.',
    time: '시각을 읽을 수 없습니다.',
    state: '상태가 철회도 동의도 아닙니다.',
    future: '시각이 미래입니다.',
    contradiction: '같은 시각에 반대되는 내용이 있습니다. 정확한 시각이 있는 파일을 사용하세요.',
  },
});

export const useMessages = defineMessages({
  en: {
    title: 'When a parent withdraws consent',
    about:
      'The stores report when a parent withdraws consent for a child to use the app. Your app server gets an event, and the player page shows it. Logins must send app_transaction_id or install_id, so that Tollgate knows which players are meant.',
    on: 'Restricts players',
    off: 'Events only',
    restrict: 'Restrict these players',
    restrictAbout:
      'They cannot log in until consent is given again. Switching this on adds a restriction type with texts in every language. A restriction that somebody else has set is never changed.',
    switchedOn: 'Players are restricted while consent is withdrawn.',
    switchedOff: 'Only events are sent. Players who are restricted stay restricted.',
    openType: 'Open the restriction type',
    typeMissing: 'The restriction type was deleted',
    typeMissingAbout: 'Nobody is restricted. Switch it on again to add the type again.',
    importTitle: 'Import a file from a store',
    importAbout:
      'Google Play and Amazon list withdrawn consent in a file instead of sending notifications. Importing the same file again changes nothing.',
    store: 'Store',
    file: 'File (CSV)',
    fileAbout:
      'The first line names the columns: install_id (or user_id), a time, and optionally a state.',
    chooseFile: 'Choose a file',
    chooseFirst: 'Choose a file.',
    date: 'Date of the file (for lines without a time)',
    check: 'Check file',
    import: 'Import',
    imported: 'File imported.',
    wouldImport: (lines: string, players: string) =>
      `New lines: ${lines}, known players: ${players}. Nothing is imported yet.`,
    hasImported: (lines: string, players: string) =>
      `Imported lines: ${lines}, known players: ${players}.`,
    rest: (unchanged: string, refused: string) =>
      `Lines that change nothing: ${unchanged}, refused lines: ${refused}.`,
    refusedLines: 'Refused lines',
    line: 'Line',
    problem: 'Problem',
    firstRefusals: (count: string) => `The first ${count} refused lines are shown.`,
  },
  ko: {
    title: '보호자가 동의를 철회한 경우',
    about:
      '보호자가 자녀의 앱 이용 동의를 철회하면 마켓이 알려 줍니다. 앱 서버는 이벤트를 받고 플레이어 페이지에도 표시됩니다. 어떤 플레이어인지 알 수 있도록 로그인할 때 app_transaction_id나 install_id를 보내야 합니다.',
    on: '플레이어 이용 제한',
    off: '이벤트만 전송',
    restrict: '해당 플레이어의 이용 제한',
    restrictAbout:
      '다시 동의할 때까지 로그인할 수 없습니다. 켜면 모든 언어의 문구가 있는 제한 유형이 추가됩니다. 다른 곳에서 등록한 이용 제한은 바꾸지 않습니다.',
    switchedOn: '동의가 철회된 동안 플레이어의 이용을 제한합니다.',
    switchedOff: '이벤트만 전송합니다. 이미 제한된 플레이어는 그대로 유지됩니다.',
    openType: '제한 유형 열기',
    typeMissing: '제한 유형이 삭제되었습니다',
    typeMissingAbout: '아무도 제한되지 않습니다. 다시 켜면 유형이 다시 추가됩니다.',
    importTitle: '마켓 파일 가져오기',
    importAbout:
      'Google Play와 Amazon은 동의 철회를 알림 대신 파일로 제공합니다. 같은 파일을 다시 가져와도 바뀌는 것은 없습니다.',
    store: '마켓',
    file: '파일(CSV)',
    fileAbout: '첫 줄은 열 이름입니다. install_id(또는 user_id), 시각, 필요하면 상태를 적습니다.',
    chooseFile: '파일 선택',
    chooseFirst: '파일을 선택하세요.',
    date: '파일의 날짜(시각이 없는 줄에 적용)',
    check: '파일 확인',
    import: '가져오기',
    imported: '파일을 가져왔습니다.',
    wouldImport: (lines, players) =>
      `새로운 줄 ${lines}개, 알려진 플레이어 ${players}명. 아직 가져오지 않았습니다.`,
    hasImported: (lines, players) =>
      `새로운 줄 ${lines}개, 알려진 플레이어 ${players}명을 가져왔습니다.`,
    rest: (unchanged, refused) => `변경 없는 줄 ${unchanged}개, 거부된 줄 ${refused}개.`,
    refusedLines: '거부된 줄',
    line: '줄',
    problem: '문제',
    firstRefusals: (count) => `거부된 줄 중 처음 ${count}개만 표시합니다.`,
  },
});
