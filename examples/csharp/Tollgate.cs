// Tollgate from C#: a token, a ban, a verified purchase, and the signature of a webhook.
//
// .NET 6 or later, or Mono, standard library only; System.Text.Json does as well where it exists.
// Without arguments it bans and verifies; `check` checks the message in WEBHOOK_* of the environment.

using System;
using System.Linq;
using System.Net.Http;
using System.Runtime.Serialization.Json;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;
using System.Xml;
using System.Xml.Linq;

public static class Tollgate
{
    static readonly HttpClient Http = new HttpClient { Timeout = TimeSpan.FromSeconds(15) };
    static readonly TimeSpan Tolerance = TimeSpan.FromMinutes(5);

    static string Setting(string name) => Environment.GetEnvironmentVariable(name) ?? throw new ArgumentException("Set " + name + ".");

    static async Task<XElement> Post(string url, string body, params string[] headers)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, url)
        {
            Content = new StringContent(body, Encoding.UTF8, "application/json"),
        };
        for (var i = 0; i < headers.Length; i += 2) request.Headers.Add(headers[i], headers[i + 1]);
        var response = await Http.SendAsync(request);
        var text = await response.Content.ReadAsStringAsync();
        if (!response.IsSuccessStatusCode) throw new HttpRequestException(url + ": " + (int)response.StatusCode + " " + text);
        return Parse(Encoding.UTF8.GetBytes(text));
    }

    /// <summary>Numbers stay text until they are cast, so 64-bit ids keep their digits.</summary>
    static XElement Parse(byte[] json)
    {
        using (var reader = JsonReaderWriterFactory.CreateJsonReader(json, XmlDictionaryReaderQuotas.Max))
            return XElement.Load(reader);
    }

    static string Text(string value) => "\"" + value.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"";

    /// <summary>Valid for an hour: keep it, and get a new one before it ends.</summary>
    static async Task<string> GetToken()
    {
        var answer = await Post(Setting("TOLLGATE_URL") + "/oauth/token",
            "{\"grant_type\": \"client_credentials\", \"client_id\": " + Text(Setting("TOLLGATE_CLIENT_ID")) +
            ", \"client_secret\": " + Text(Setting("TOLLGATE_CLIENT_SECRET")) + "}");
        return (string)answer.Element("access_token");
    }

    static async Task Ban(string token, long playerId, int blockType)
    {
        var answer = await Post(Setting("TOLLGATE_URL") + "/v2/game/block/set",
            "{\"appid\": " + Text(Setting("TOLLGATE_APPID")) + ", \"player_id\": " + playerId +
            ", \"status\": \"B\", \"block_type\": " + blockType +
            ", \"start_date\": \"2026-11-15 00:00:00\", \"end_date\": \"2099-12-15 00:00:00\"}",
            "X-Access-Token", token, "ISCRYPT", "0");
        if ((int)answer.Element("result_code") != 0) throw new InvalidOperationException((string)answer.Element("result_msg"));
    }

    static async Task<XElement> Verify(string token, string receipt, string productId, string accountUuid)
    {
        var answer = await Post(Setting("TOLLGATE_URL") + "/payment/v1/purchase/verify",
            "{\"providerId\": \"APPLE\", \"requestType\": 1, \"productId\": " + Text(productId) +
            ", \"accountUuid\": " + Text(accountUuid) + ", \"serviceReceipt\": " + Text(receipt) + "}",
            "X-App-Id", Setting("TOLLGATE_APPID"), "Authorization", "Bearer " + token);
        return answer.Element("data");
    }

    /// <summary>Standard Webhooks. The body is the bytes as they came.</summary>
    static bool IsGenuine(string key, string id, string timestamp, string signatures, byte[] body)
    {
        var sent = DateTimeOffset.FromUnixTimeSeconds(long.Parse(timestamp));
        if ((DateTimeOffset.UtcNow - sent).Duration() > Tolerance) return false;
        using (var mac = new HMACSHA256(Encoding.UTF8.GetBytes(key)))
        {
            var signed = Encoding.UTF8.GetBytes(id + "." + timestamp + ".").Concat(body).ToArray();
            var expected = "v1," + Convert.ToBase64String(mac.ComputeHash(signed));
            return signatures.Split(' ').Any(each => EqualInConstantTime(each, expected));
        }
    }

    /// <summary>CryptographicOperations.FixedTimeEquals, which Mono lacks.</summary>
    static bool EqualInConstantTime(string one, string other)
    {
        if (one.Length != other.Length) return false;
        var difference = 0;
        for (var i = 0; i < one.Length; i++) difference |= one[i] ^ other[i];
        return difference == 0;
    }

    static void Check()
    {
        var body = Encoding.UTF8.GetBytes(Setting("WEBHOOK_BODY"));
        var isGenuine = IsGenuine(Setting("WEBHOOK_KEY"), Setting("WEBHOOK_ID"), Setting("WEBHOOK_TIMESTAMP"),
            Setting("WEBHOOK_SIGNATURE"), body);
        var players = Parse(body).Element("data").Elements().Select(each => (long)each.Element("player_id"));
        Console.WriteLine(isGenuine ? "genuine " + string.Join(" ", players) : "forged");
    }

    static async Task Run()
    {
        var token = await GetToken();
        const long playerId = 9007199254740993;
        await Ban(token, playerId, int.Parse(Environment.GetEnvironmentVariable("TOLLGATE_BLOCK_TYPE") ?? "1"));
        Console.WriteLine("banned " + playerId);

        // A player buys something: here at the emulator, in your game at the store.
        const string account = "a3b1c5d7-0000-4000-8000-00000000e001";
        var sale = await Post(Setting("EMULATOR_URL") + "/control/apple/transactions",
            "{\"productId\": \"gem_1200\", \"price\": 9990, \"currency\": \"USD\", \"appAccountToken\": " + Text(account) + "}");
        for (var i = 0; i < 2; i++)
        {
            var purchase = await Verify(token, (string)sale.Element("signedTransaction"), "gem_1200", account);
            Console.WriteLine("verified, duplicate: " + (string)purchase.Element("serviceDuplicated"));
        }
    }

    public static void Main(string[] args)
    {
        if (args.Length > 0 && args[0] == "check") Check();
        else Run().GetAwaiter().GetResult();
    }
}
