// Ready restriction types: texts in all languages, which an app adopts as a type of its own.
import { Type } from 'typebox';
import type { Actor } from '../../audit/audit.ts';
import { notFound, type Rejection } from '../../audit/operation.ts';
import { namedObject } from '../../base/named.ts';
import { type Reason, reasonsOf, type TypeDefinition } from '../../restriction/rules.ts';
import { createType, TypeInput, type TypeRecord } from '../../restriction/type-operations.ts';

export const ReadyTypeName = Type.String({
  pattern: '^[a-z_]{1,50}$',
  description: 'Name of the ready type.',
});

export const ReadyType = namedObject('ReadyType', {
  name: Type.String(),
  ...TypeInput.properties,
});
export type ReadyType = Type.Static<typeof ReadyType>;

export const listReadyTypes = async (): Promise<{ readonly items: ReadyType[] }> => ({
  items: Object.entries(READY_TYPES).map(([name, type]) => ({ name, ...type }) as ReadyType),
});

export async function adoptReadyType(
  deps: Parameters<typeof createType>[0],
  actor: Actor,
  { name }: { readonly name: string },
): Promise<TypeRecord | Rejection> {
  const type = Object.hasOwn(READY_TYPES, name) ? READY_TYPES[name] : undefined;
  if (!type) return notFound(`There is no ready type ${name}.`);
  return createType(deps, actor, type as Type.Static<typeof TypeInput>);
}

const popup = (
  texts: Readonly<Record<Reason['language'], readonly [title: string, reason: string]>>,
): Reason[] =>
  Object.entries(texts).map(([language, [title, reason]]) => ({
    language: language as Reason['language'],
    title,
    reason,
  }));

/** At most 200 bytes each, 400 for `refund_unpaid`. */
export const READY_TYPES: Readonly<Record<string, TypeDefinition>> = {
  refund_abuse: {
    type_status: 'O',
    type_name: '환불 악용',
    type_en_name: 'Refund abuse',
    reasons: reasonsOf({
      ko: '아이템을 받은 뒤 구매를 반복해서 환불했기 때문에 이용이 제한되었습니다.',
      en: 'Your access is restricted because purchases were refunded repeatedly after the items had been delivered.',
      ja: 'アイテム受け取り後の返金が繰り返されたため、ご利用を制限しています。',
      'zh-hans': '由于在道具发放后多次退款，您的账号已被限制使用。',
      'zh-hant': '由於在道具發放後多次退款，您的帳號已被限制使用。',
      de: 'Dein Zugang ist eingeschränkt, weil Käufe nach Erhalt der Gegenstände mehrfach erstattet wurden.',
      fr: 'Votre accès est limité : des achats ont été remboursés plusieurs fois après la livraison des objets.',
      ru: 'Доступ ограничен: покупки неоднократно возвращались после получения предметов.',
      es: 'Tu acceso está restringido porque se reembolsaron compras varias veces tras la entrega de los objetos.',
      pt: 'Seu acesso está restrito porque compras foram reembolsadas várias vezes após a entrega dos itens.',
      id: 'Akses Anda dibatasi karena pembelian dikembalikan dananya berulang kali setelah item diterima.',
      th: 'จำกัดการใช้งานเนื่องจากคืนเงินซ้ำหลังได้รับไอเทม',
      vi: 'Tài khoản bị hạn chế vì nhiều lần hoàn tiền sau khi đã nhận vật phẩm.',
      it: 'Il tuo accesso è limitato perché più acquisti sono stati rimborsati dopo la consegna degli oggetti.',
      tr: 'Eşyalar teslim edildikten sonra satın alımlar tekrar tekrar iade edildiği için erişiminiz kısıtlandı.',
      ar: 'تم تقييد وصولك بسبب استرداد ثمن مشتريات عدة مرات بعد تسليم العناصر.',
      tl: 'Limitado ang iyong access dahil paulit-ulit na na-refund ang mga binili matapos maibigay ang mga item.',
    }),
  },
  chargeback: {
    type_status: 'O',
    type_name: '결제 취소(차지백)',
    type_en_name: 'Chargeback',
    reasons: reasonsOf({
      ko: '결제가 카드사 또는 은행을 통해 취소되어 이용이 제한되었습니다. 고객센터에 문의해 주세요.',
      en: 'Your access is restricted because a payment was reversed by the bank. Please contact support.',
      ja: '決済がカード会社または銀行により取り消されたため、ご利用を制限しています。',
      'zh-hans': '由于付款被银行撤销，您的账号已被限制使用。请联系客服。',
      'zh-hant': '由於付款被銀行撤銷，您的帳號已被限制使用。請聯絡客服。',
      de: 'Dein Zugang ist eingeschränkt, weil eine Zahlung von der Bank zurückgebucht wurde. Bitte wende dich an den Support.',
      fr: 'Votre accès est limité car un paiement a été annulé par la banque. Veuillez contacter le support.',
      ru: 'Доступ ограничен: банк отменил платёж. Обратитесь в службу поддержки.',
      es: 'Tu acceso está restringido porque el banco revirtió un pago. Ponte en contacto con soporte.',
      pt: 'Seu acesso está restrito porque um pagamento foi estornado pelo banco. Fale com o suporte.',
      id: 'Akses Anda dibatasi karena pembayaran dibatalkan oleh bank. Silakan hubungi dukungan.',
      th: 'จำกัดการใช้งานเนื่องจากธนาคารยกเลิกการชำระเงิน',
      vi: 'Tài khoản bị hạn chế vì ngân hàng đã hủy một khoản thanh toán. Vui lòng liên hệ hỗ trợ.',
      it: "Il tuo accesso è limitato perché la banca ha stornato un pagamento. Contatta l'assistenza.",
      tr: 'Bir ödeme banka tarafından geri alındığı için erişiminiz kısıtlandı. Lütfen destekle iletişime geçin.',
      ar: 'تم تقييد وصولك لأن البنك ألغى إحدى الدفعات. يرجى التواصل مع الدعم.',
      tl: 'Limitado ang iyong access dahil binawi ng bangko ang isang bayad. Makipag-ugnayan sa support.',
    }),
  },
  refund_unpaid: {
    type_status: 'N',
    type_name: '환불 미정산',
    type_en_name: 'Refund not paid again',
    reasons: popup({
      ko: [
        '환불된 구매가 있습니다',
        '이미 지급된 아이템의 구매가 환불되었습니다. 같은 상품을 다시 구매하면 제한이 해제됩니다.',
      ],
      en: [
        'A purchase was refunded',
        'A purchase was refunded after its items had been delivered. Buy the same product again to lift this restriction.',
      ],
      ja: [
        '返金された購入があります',
        'アイテム受け取り後に購入が返金されました。同じ商品をもう一度購入すると制限が解除されます。',
      ],
      'zh-hans': ['有一笔购买已退款', '道具发放后该购买已退款。再次购买同一商品即可解除限制。'],
      'zh-hant': ['有一筆購買已退款', '道具發放後該購買已退款。再次購買同一商品即可解除限制。'],
      de: [
        'Ein Kauf wurde erstattet',
        'Ein Kauf wurde erstattet, nachdem du die Gegenstände erhalten hattest. Kaufe dasselbe Produkt erneut, um die Einschränkung aufzuheben.',
      ],
      fr: [
        'Un achat a été remboursé',
        'Un achat a été remboursé après la livraison des objets. Achetez à nouveau le même produit pour lever la restriction.',
      ],
      ru: [
        'Покупка возвращена',
        'Деньги за покупку были возвращены после получения предметов. Купите тот же товар ещё раз, чтобы снять ограничение.',
      ],
      es: [
        'Se reembolsó una compra',
        'Se reembolsó una compra después de entregar los objetos. Vuelve a comprar el mismo producto para quitar la restricción.',
      ],
      pt: [
        'Uma compra foi reembolsada',
        'Uma compra foi reembolsada após a entrega dos itens. Compre o mesmo produto novamente para remover a restrição.',
      ],
      id: [
        'Ada pembelian yang dikembalikan dananya',
        'Dana pembelian dikembalikan setelah item diterima. Beli lagi produk yang sama untuk mencabut pembatasan ini.',
      ],
      th: ['มีการคืนเงินรายการซื้อ', 'มีการคืนเงินหลังได้รับไอเทมแล้ว ซื้อสินค้าเดิมอีกครั้งเพื่อยกเลิกข้อจำกัดนี้'],
      vi: [
        'Một giao dịch đã được hoàn tiền',
        'Giao dịch đã được hoàn tiền sau khi bạn nhận vật phẩm. Hãy mua lại sản phẩm đó để gỡ bỏ hạn chế.',
      ],
      it: [
        'Un acquisto è stato rimborsato',
        'Un acquisto è stato rimborsato dopo la consegna degli oggetti. Acquista di nuovo lo stesso prodotto per rimuovere la restrizione.',
      ],
      tr: [
        'Bir satın alım iade edildi',
        'Eşyalar teslim edildikten sonra bir satın alım iade edildi. Kısıtlamayı kaldırmak için aynı ürünü yeniden satın alın.',
      ],
      ar: [
        'تم استرداد ثمن عملية شراء',
        'تم استرداد ثمن عملية شراء بعد تسليم العناصر. اشترِ المنتج نفسه مرة أخرى لرفع القيد.',
      ],
      tl: [
        'Na-refund ang isang binili',
        'Na-refund ang isang binili matapos maibigay ang mga item. Bilhin muli ang parehong produkto para maalis ang limitasyon.',
      ],
    }),
  },
};
