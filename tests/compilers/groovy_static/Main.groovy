// Statically compiled classes: closures, properties, GStrings, with, safe navigation, loops.
import groovy.transform.CompileStatic

@CompileStatic
class Account {
    String owner
    BigDecimal balance = 10.5
    List<String> history = []

    Account deposit(int amount, String... notes) {
        history << "deposit $amount".toString()
        balance = balance + amount // deposit
        notes.each { String note -> history.add(note + this.owner?.length()) }
        return this
    }

    int risky(String text) {
        int result = 0
        try {
            result = parse(text) * 2 // risky
        } catch (NumberFormatException e) {
            history << ("bad " + text)
            result = -1 // inCatch
        } finally {
            history << 'finally'
        }
        return result
    }

    private int parse(String text) {
        history << text
        return Integer.parseInt(text) // parse
    }
}

@CompileStatic
class Tools {
    static long checksum(long seed) {
        long result = seed
        for (int i = 1; i < 4; i++) {
            result = result * 31 + mix("abc".substring(0, i), seed)
        }
        return result
    }

    private static long mix(String word, long seed) {
        long sum = 0
        try {
            for (int i = 0; i < word.length(); i++) {
                sum += word.codePointAt(i) * seed // parts
            }
        } finally {
            System.out.println("mixed ".concat(word))
        }
        return sum
    }
}

@CompileStatic
class Main {
    static long total

    static void main(String[] args) {
        System.out.println(Tools.checksum(args.length + 5L)) // checksum
        Account account = new Account(owner: 'Ann')
        for (int i = 0; i < 3; i++) {
            println(account.deposit(i, "a" + i, "b").balance) // deposits
        }
        println("" + account.risky('21') + account.risky('x'))
        for (String line in account.history) {
            total += line.size()
        }
        println(account.history)
        println(total)
    }
}
