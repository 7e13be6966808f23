// Tollgate from Java: a token, a ban, a verified purchase, and the signature of a webhook.
//
// Java 17 or later, standard library only, which has no JSON: use your library instead of `field` and `text`.
// `java Tollgate.java` bans and verifies; `java Tollgate.java check` checks the message in WEBHOOK_* of the environment.

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Tollgate {
  static final HttpClient HTTP = HttpClient.newHttpClient();
  static final Duration TOLERANCE = Duration.ofMinutes(5);
  static final String SERVICE = System.getenv("TOLLGATE_URL");
  static final String APP_ID = System.getenv("TOLLGATE_APPID");

  static String post(String url, String body, String... headers) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url))
        .timeout(Duration.ofSeconds(15))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) request.headers(headers);
    var response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) throw new IOException(url + ": " + response.statusCode() + " " + response.body());
    return response.body();
  }

  /** Valid for an hour: keep it, and get a new one before it ends. */
  static String getToken() throws IOException, InterruptedException {
    var answer = post(SERVICE + "/oauth/token", """
        {"grant_type": "client_credentials", "client_id": %s, "client_secret": %s}"""
        .formatted(text(System.getenv("TOLLGATE_CLIENT_ID")), text(System.getenv("TOLLGATE_CLIENT_SECRET"))));
    return field(answer, "access_token");
  }

  /** A player id is a long, never a double. */
  static void ban(String token, long playerId, int blockType) throws IOException, InterruptedException {
    var answer = post(SERVICE + "/v2/game/block/set", """
        {"appid": %s, "player_id": %d, "status": "B", "block_type": %d,
         "start_date": "2026-11-15 00:00:00", "end_date": "2099-12-15 00:00:00"}"""
        .formatted(text(APP_ID), playerId, blockType), "X-Access-Token", token, "ISCRYPT", "0");
    if (!field(answer, "result_code").equals("0")) throw new IOException(answer);
  }

  static String verify(String token, String receipt, String productId, String accountUuid)
      throws IOException, InterruptedException {
    return post(SERVICE + "/payment/v1/purchase/verify", """
        {"providerId": "APPLE", "requestType": 1, "productId": %s, "accountUuid": %s, "serviceReceipt": %s}"""
        .formatted(text(productId), text(accountUuid), text(receipt)),
        "X-App-Id", APP_ID, "Authorization", "Bearer " + token);
  }

  /** Standard Webhooks. The body is the bytes as they came. */
  static boolean isGenuine(String key, String id, String timestamp, String signatures, byte[] body)
      throws GeneralSecurityException {
    var sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
    if (Duration.between(sent, Instant.now()).abs().compareTo(TOLERANCE) > 0) return false;
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    var expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
    for (var each : signatures.split(" ")) {
      if (MessageDigest.isEqual(expected, each.getBytes(StandardCharsets.UTF_8))) return true;
    }
    return false;
  }

  static void check() throws GeneralSecurityException {
    var body = System.getenv("WEBHOOK_BODY");
    var isGenuine = isGenuine(System.getenv("WEBHOOK_KEY"), System.getenv("WEBHOOK_ID"),
        System.getenv("WEBHOOK_TIMESTAMP"), System.getenv("WEBHOOK_SIGNATURE"), body.getBytes(StandardCharsets.UTF_8));
    System.out.println(isGenuine ? "genuine " + Long.parseLong(field(body, "player_id")) : "forged");
  }

  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("check")) {
      check();
      return;
    }
    var token = getToken();
    var playerId = 9007199254740993L;
    var blockType = System.getenv().getOrDefault("TOLLGATE_BLOCK_TYPE", "1");
    ban(token, playerId, Integer.parseInt(blockType));
    System.out.println("banned " + playerId);

    // A player buys something: here at the emulator, in your game at the store.
    var account = "a3b1c5d7-0000-4000-8000-00000000e001";
    var sale = post(System.getenv("EMULATOR_URL") + "/control/apple/transactions", """
        {"productId": "gem_1200", "price": 9990, "currency": "USD", "appAccountToken": %s}""".formatted(text(account)));
    for (var i = 0; i < 2; i++) {
      var purchase = verify(token, field(sale, "signedTransaction"), "gem_1200", account);
      System.out.println("verified, duplicate: " + field(purchase, "serviceDuplicated"));
    }
  }

  /** A text as JSON. */
  static String text(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** The first field of this name: good enough for tokens, numbers and flags. */
  static String field(String json, String name) {
    var matcher = Pattern.compile("\"" + name + "\"\\s*:\\s*(?:\"([^\"\\\\]*)\"|([^\\s,}\\]]+))").matcher(json);
    if (!matcher.find()) throw new IllegalArgumentException("no " + name + " in " + json);
    return matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
  }
}
