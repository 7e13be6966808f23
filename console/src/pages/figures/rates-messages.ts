// Messages of the exchange rates.
import { defineMessages } from '../../i18n/messages.ts';

export const useMessages = defineMessages({
  en: {
    title: 'Exchange rates',
    about:
      'Enter what one unit of each currency is worth in your reporting currency. A rate holds until the next day that has one. They apply to all apps of the project; Tollgate invents none.',
    reporting: 'Reporting currency',
    reportingAbout: 'ISO 4217, such as USD.',
    day: 'From day',
    rate: (reporting: string) => `Worth in ${reporting}`,
    save: 'Save rate',
    saved: 'Exchange rate saved.',
    file: 'CSV file',
    fileAbout: 'Columns currency, day and rate. If a line is wrong, nothing is saved.',
    importFile: 'Import rates',
    imported: (rates: number) =>
      rates === 1 ? '1 exchange rate imported.' : `${rates} exchange rates imported.`,
    noFile: 'Choose a file.',
    none: (reporting: string) => `No rates into ${reporting} yet.`,
    wrongCurrency: 'Three letters, such as USD.',
    wrongDay: 'Choose a day.',
    wrongRate: 'A number, such as 0.00072.',
  },
  ko: {
    title: '환율',
    about:
      '각 통화 1단위가 보고 통화로 얼마인지 입력하세요. 환율은 다음 환율이 있는 날까지 적용됩니다. 프로젝트의 모든 앱에 적용되며, Tollgate가 임의로 정하지 않습니다.',
    reporting: '보고 통화',
    reportingAbout: 'ISO 4217 코드, 예: USD.',
    day: '시작일',
    rate: (reporting) => `${reporting} 가치`,
    save: '환율 저장',
    saved: '환율을 저장했습니다.',
    file: 'CSV 파일',
    fileAbout: '열은 currency, day, rate입니다. 잘못된 줄이 있으면 아무것도 저장하지 않습니다.',
    importFile: '환율 가져오기',
    imported: (rates) => `환율 ${rates}개를 가져왔습니다.`,
    noFile: '파일을 선택하세요.',
    none: (reporting) => `아직 ${reporting} 환율이 없습니다.`,
    wrongCurrency: 'USD처럼 세 글자로 입력하세요.',
    wrongDay: '날짜를 선택하세요.',
    wrongRate: '0.00072처럼 숫자로 입력하세요.',
  },
});
